import { days } from "../../kernel/dates.ts";
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

/** Open for a week from now, also when it was accepted or deleted before. */
export const inviteFrom = (invitation: Invitation, now: Date): Invite => ({
  ...invitation,
  accepted: false,
  expires_at: new Date(now.getTime() + days(7)),
});

/** Only the token sent last opens an invite: whoever renews it takes back the one before. */
export const canBeAccepted = (invite: Invite, token: string, now: Date): boolean =>
  !invite.accepted && invite.token === token && now < invite.expires_at;
