// Apart from app.ts, which imports the whole server: tests of the built one do not need that.
export const JWT_SECRET = "a secret of the tests, long enough for anyone";
export const ADMIN = { email: "admin@example.com", password: "correct horse battery" };
