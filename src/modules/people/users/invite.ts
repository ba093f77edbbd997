import { days } from "../../../kernel/dates.ts";
import type { Role } from "./user.ts";

/** An invitation to become a user. There is at most one for an email, which is renewed rather than made again. */
export interface Invite {
  id: string;
  user_email: string;
  role: Role | null;
  accepted: boolean;
  token: string;
  expires_at: Date;
}

/** What the token of an invite says. */
export interface InviteClaims {
  invite_id: string;
  user_email: string;
  role: Role | null;
}

type Invitation = Pick<Invite, "id" | "user_email" | "role" | "token">;

/** How long an invite is open after it was sent, and how long each of its tokens holds. */
export const INVITE_TIME = days(7);

export const inviteFrom = (invitation: Invitation, now: Date): Invite => ({
  ...invitation,
  accepted: false,
  expires_at: new Date(now.getTime() + INVITE_TIME),
});

/** Any token of the invite opens it, not only the newest: the mail with the first may be read after the second was sent. */
export const canBeAccepted = (invite: Invite, { user_email }: InviteClaims, now: Date): boolean =>
  !invite.accepted && invite.user_email === user_email && now < invite.expires_at;
