export { createTransport } from "nodemailer";
