import { days } from "../../../kernel/dates.ts";
import type { Role } from "./user.ts";

/** An invitation to become a user. There is at most one for an email; a second one renews it. */
export interface Invite {
  id: string;
  user_email: string;
  role: Role | null;
  accepted: boolean;
  token: string;
  expires_at: Date;
}

/** The claims of the token of an invite. */
export interface InviteClaims {
  invite_id: string;
  user_email: string;
  role: Role | null;
}

type Invitation = Pick<Invite, "id" | "user_email" | "role" | "token">;

/** How long an invite and each of its tokens are valid. */
export const INVITE_TIME = days(7);

export const inviteFrom = (invitation: Invitation, now: Date): Invite => ({
  ...invitation,
  accepted: false,
  expires_at: new Date(now.getTime() + INVITE_TIME),
});

/** Any token of the invite is valid, not only the newest: a person may open the first mail after the second was sent. */
export const canBeAccepted = (invite: Invite, { user_email }: InviteClaims, now: Date): boolean =>
  !invite.accepted && invite.user_email === user_email && now < invite.expires_at;
