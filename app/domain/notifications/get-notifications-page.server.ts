import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { MailKind, MailState } from "./mail-states.ts";
import { findNotificationSettings, type NotificationSettingsView } from "./notification-settings.server.ts";
import { addressPlace } from "./recipient-place.ts";
import { listRecipients, type RecipientView } from "./recipients.server.ts";
import { isMailSetUp } from "./write-mails.server.ts";

const MAILS_SHOWN = 20;

type MailView = {
  readonly id: string;
  readonly kind: MailKind;
  readonly state: MailState;
  readonly failure: string | null;
  /** Null once the address was taken off the list. */
  readonly address: string | null;
  readonly at: Date;
};

export type NotificationsPage = {
  /** Whether the operator has set up mail. */
  readonly isSetUp: boolean;
  readonly settings: NotificationSettingsView;
  readonly recipients: readonly RecipientView[];
  /** The last mails, newest first. */
  readonly mails: readonly MailView[];
};

/** Who is mailed what, and what was sent lately, from our own rows. */
export async function getNotificationsPage(ctx: ShopContext): Promise<NotificationsPage> {
  const { db, shop, crypto } = ctx;
  const [settings, recipients, mails] = await Promise.all([
    findNotificationSettings(ctx),
    listRecipients(ctx),
    db.mail.findMany({
      where: { shopId: shop.id },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      take: MAILS_SHOWN,
      include: { recipient: { select: { id: true, addressEnc: true } } },
    }),
  ]);
  return {
    isSetUp: isMailSetUp(ctx),
    settings,
    recipients,
    mails: mails.map(({ id, kind, state, failure, recipient, endedAt, createdAt }) => ({
      ...{ id, kind, state, failure, at: endedAt ?? createdAt },
      address:
        recipient.addressEnc.length > 0
          ? crypto.openText(recipient.addressEnc, addressPlace(recipient.id))
          : null,
    })),
  };
}
