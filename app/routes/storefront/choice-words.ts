import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import type { ChoiceOutcome } from "#app/domain/storefront/choices/choice-result.ts";
import type { ChoiceStep } from "#app/domain/storefront/choices/plan-choices.ts";
import type { CorrectionError, CorrectionField } from "#app/domain/storefront/choices/plan-correction.ts";

/** Steps at which nothing can be chosen any more. */
export type LateStep = Exclude<ChoiceStep, "before_placing" | "placing" | "before_packing" | "cancelled">;

/** `sender` is whoever stands on the parcel, made safe for HTML before. */
export type ChoiceWords = {
  readonly ask: string;
  readonly awaited: string;
  readonly yes: string;
  readonly change: string;
  readonly no: string;
  readonly given: string;
  readonly other: string;
  readonly changeTitle: string;
  readonly changeIntro: string;
  readonly fields: Readonly<Record<CorrectionField, string>>;
  readonly hints: Readonly<Record<CorrectionField, string>>;
  readonly save: string;
  readonly cancelTitle: string;
  readonly cancelText: string;
  readonly cancelYes: string;
  readonly back: string;
  readonly track: string;
  readonly items: string;
  readonly done: Readonly<Record<ChoiceOutcome, (sender: string) => string>>;
  readonly late: Readonly<Record<LateStep, (sender: string) => string>>;
  readonly cancelled: Readonly<Record<"customer" | "shop", (sender: string) => string>>;
  /** Of several parcels some could still be stopped; the order is stopped whole, or by the shop. */
  readonly latePart: (sender: string) => string;
  readonly askShop: (sender: string) => string;
  readonly notAsked: string;
  readonly limited: (sender: string) => string;
  readonly unknown: string;
  readonly look: string;
  readonly errors: Readonly<Record<CorrectionError["code"], string>>;
  readonly maybe: string;
};

const EN: ChoiceWords = {
  ask: "Do you want this order?",
  awaited: "It is sent only once you have said yes.",
  yes: "Yes, I want this order",
  change: "Change address or phone",
  no: "No, cancel it",
  given: "You have confirmed this order. Thank you.",
  other: "Something to change?",
  changeTitle: "Change address or phone",
  changeIntro: "Fill in only what is to be different. What you leave empty stays as it is.",
  fields: { address: "Whole address", landmark: "Landmark", city: "City", secondPhone: "Second phone" },
  hints: {
    ...{ address: "House, street, area", landmark: "For example: near the blue mosque" },
    ...{ city: "For example: Lahore", secondPhone: "For example 0300 1234567" },
  },
  save: "Save, and send it like this",
  cancelTitle: "Cancel this order?",
  cancelText: "Then nothing is sent, and nothing is to be paid at the door.",
  cancelYes: "Yes, cancel it",
  back: "No, go back",
  track: "See how far your order is",
  items: "In this order",
  done: {
    confirmed: () => "Thank you. Your order is confirmed.",
    not_sent: () => "Your order is cancelled. Nothing will be sent.",
    being_stopped: () =>
      "Your parcel is being stopped. If it is packed already it still comes: then you need not take it.",
    corrected: () => "Saved. Your parcel will go like this.",
    shop_decides: (sender) =>
      `Saved. ${sender} has been told, and changes the parcel if it is not packed yet.`,
  },
  late: {
    packed: (sender) => `It is too late for this: your parcel is packed. Ask ${sender}.`,
    on_the_way: (sender) => `It is too late for this: your parcel is on its way. Ask ${sender}.`,
    delivered: (sender) => `It is too late for this: your parcel was delivered. Ask ${sender}.`,
    returned: (sender) => `It is too late for this: your parcel went back. Ask ${sender}.`,
    by_shop: (sender) => `${sender} sends this order without us. Ask there.`,
  },
  cancelled: {
    customer: (sender) => `You have cancelled this order. If you want it after all, tell ${sender}.`,
    shop: (sender) => `This order was cancelled. If you want it, tell ${sender}.`,
  },
  latePart: (sender) =>
    `It is too late for this: one of your parcels is packed, and here an order is changed or cancelled only whole. Ask ${sender} about the other parcels.`,
  askShop: (sender) => `This can be changed only by ${sender}. Please write to them or call them.`,
  notAsked: "You need not confirm this order.",
  limited: (sender) => `You have changed it often today. Please tell ${sender} what is still wrong.`,
  unknown: "This link has ended or is not whole. Track your order with its number instead.",
  look: "Please look at the marked fields. Nothing was saved yet.",
  errors: {
    nothing_typed: "Write what is to be different.",
    too_long: "This is too long. Please shorten it.",
    missing: "This is missing in your order. Please fill it in.",
    phone_invalid: "This is not a Pakistani number. A mobile looks like 0300 1234567.",
    phone_foreign: "The courier needs a Pakistani number.",
    city_unknown: "We do not know this city. Write the nearest one the courier knows.",
  },
  maybe: "Perhaps:",
};

const ROMAN_URDU: ChoiceWords = {
  ask: "Kya aap ko yeh order chahiye?",
  awaited: "Aap ke haan kehne par hi yeh bheja jayega.",
  yes: "Haan, mujhe yeh order chahiye",
  change: "Address ya phone badlein",
  no: "Nahi, cancel karein",
  given: "Aap ne yeh order confirm kar diya hai. Shukriya.",
  other: "Kuch badalna hai?",
  changeTitle: "Address ya phone badlein",
  changeIntro: "Sirf woh likhein jo badalna hai. Jo khali chhorenge woh waisa hi rahega.",
  fields: {
    address: "Poora address",
    landmark: "Qareebi nishani",
    city: "Shehar",
    secondPhone: "Doosra phone",
  },
  hints: {
    ...{ address: "Ghar, gali, ilaqa", landmark: "Misal: neeli masjid ke qareeb" },
    ...{ city: "Misal: Lahore", secondPhone: "Misal: 0300 1234567" },
  },
  save: "Save karein aur aise hi bhejein",
  cancelTitle: "Yeh order cancel karein?",
  cancelText: "Phir kuch nahi bheja jayega aur darwaze par kuch nahi dena hoga.",
  cancelYes: "Haan, cancel karein",
  back: "Nahi, wapas jayein",
  track: "Dekhein ke order kahan hai",
  items: "Is order mein",
  done: {
    confirmed: () => "Shukriya. Aap ka order confirm ho gaya.",
    not_sent: () => "Aap ka order cancel ho gaya. Kuch nahi bheja jayega.",
    being_stopped: () =>
      "Aap ka parcel roka ja raha hai. Agar pack ho chuka hai to phir bhi aayega: tab aap us ko na lein.",
    corrected: () => "Save ho gaya. Aap ka parcel ab aise hi jayega.",
    shop_decides: (sender) =>
      `Save ho gaya. ${sender} ko bata diya gaya hai; parcel pack nahi hua to woh badal denge.`,
  },
  late: {
    packed: (sender) => `Ab der ho gayi hai: aap ka parcel pack ho chuka hai. ${sender} se poochein.`,
    on_the_way: (sender) => `Ab der ho gayi hai: aap ka parcel raste mein hai. ${sender} se poochein.`,
    delivered: (sender) => `Ab der ho gayi hai: aap ka parcel pohanch chuka hai. ${sender} se poochein.`,
    returned: (sender) => `Ab der ho gayi hai: aap ka parcel wapas ja chuka hai. ${sender} se poochein.`,
    by_shop: (sender) => `Yeh order ${sender} khud bhejte hain. Un se poochein.`,
  },
  cancelled: {
    customer: (sender) =>
      `Aap ne yeh order cancel kar diya hai. Agar phir bhi chahiye to ${sender} ko batayein.`,
    shop: (sender) => `Yeh order cancel ho chuka hai. Agar chahiye to ${sender} ko batayein.`,
  },
  latePart: (sender) =>
    `Ab der ho gayi hai: aap ka ek parcel pack ho chuka hai, aur yahan order sirf poora badla ya cancel kiya ja sakta hai. Baqi parcels ke liye ${sender} se poochein.`,
  askShop: (sender) => `Yeh sirf ${sender} badal sakte hain. Un ko likhein ya call karein.`,
  notAsked: "Aap ko yeh order confirm karne ki zaroorat nahi.",
  limited: (sender) => `Aaj aap ne kai baar badla hai. Jo ghalat hai woh ${sender} ko batayein.`,
  unknown: "Yeh link khatam ho chuka hai ya poora nahi. Order number se apna order dekhein.",
  look: "Nishan lage khane dekhein. Abhi kuch save nahi hua.",
  errors: {
    nothing_typed: "Likhein ke kya badalna hai.",
    too_long: "Yeh bohat lamba hai. Mukhtasar karein.",
    missing: "Aap ke order mein yeh nahi hai. Yahan likhein.",
    phone_invalid: "Yeh Pakistani number nahi. Mobile aisa hota hai: 0300 1234567.",
    phone_foreign: "Courier ko Pakistani number chahiye.",
    city_unknown: "Hum yeh shehar nahi jaante. Qareeb ka woh shehar likhein jo courier jaanta ho.",
  },
  maybe: "Shayad:",
};

const UR: ChoiceWords = {
  ask: "کیا آپ کو یہ آرڈر چاہیے؟",
  awaited: "آپ کے ہاں کہنے پر ہی یہ بھیجا جائے گا۔",
  yes: "ہاں، مجھے یہ آرڈر چاہیے",
  change: "پتہ یا فون بدلیں",
  no: "نہیں، منسوخ کریں",
  given: "آپ نے اس آرڈر کی تصدیق کر دی ہے۔ شکریہ۔",
  other: "کچھ بدلنا ہے؟",
  changeTitle: "پتہ یا فون بدلیں",
  changeIntro: "صرف وہ لکھیں جو بدلنا ہے۔ جو خالی چھوڑیں گے وہ ویسا ہی رہے گا۔",
  fields: { address: "پورا پتہ", landmark: "قریبی نشانی", city: "شہر", secondPhone: "دوسرا فون" },
  hints: {
    ...{ address: "گھر، گلی، علاقہ", landmark: "مثلاً نیلی مسجد کے قریب" },
    ...{ city: "مثلاً لاہور", secondPhone: "مثلاً 0300 1234567" },
  },
  save: "محفوظ کریں اور ایسے ہی بھیجیں",
  cancelTitle: "یہ آرڈر منسوخ کریں؟",
  cancelText: "پھر کچھ نہیں بھیجا جائے گا اور دروازے پر کچھ نہیں دینا ہوگا۔",
  cancelYes: "ہاں، منسوخ کریں",
  back: "نہیں، واپس جائیں",
  track: "دیکھیں کہ آرڈر کہاں ہے",
  items: "اس آرڈر میں",
  done: {
    confirmed: () => "شکریہ۔ آپ کے آرڈر کی تصدیق ہو گئی۔",
    not_sent: () => "آپ کا آرڈر منسوخ ہو گیا۔ کچھ نہیں بھیجا جائے گا۔",
    being_stopped: () => "آپ کا پارسل روکا جا رہا ہے۔ اگر پیک ہو چکا ہے تو پھر بھی آئے گا: تب آپ اسے نہ لیں۔",
    corrected: () => "محفوظ ہو گیا۔ آپ کا پارسل اب ایسے ہی جائے گا۔",
    shop_decides: (sender) =>
      `محفوظ ہو گیا۔ ${sender} کو بتا دیا گیا ہے؛ پارسل پیک نہیں ہوا تو وہ بدل دیں گے۔`,
  },
  late: {
    packed: (sender) => `اب دیر ہو گئی ہے: آپ کا پارسل پیک ہو چکا ہے۔ ${sender} سے پوچھیں۔`,
    on_the_way: (sender) => `اب دیر ہو گئی ہے: آپ کا پارسل راستے میں ہے۔ ${sender} سے پوچھیں۔`,
    delivered: (sender) => `اب دیر ہو گئی ہے: آپ کا پارسل پہنچ چکا ہے۔ ${sender} سے پوچھیں۔`,
    returned: (sender) => `اب دیر ہو گئی ہے: آپ کا پارسل واپس جا چکا ہے۔ ${sender} سے پوچھیں۔`,
    by_shop: (sender) => `یہ آرڈر ${sender} خود بھیجتے ہیں۔ ان سے پوچھیں۔`,
  },
  cancelled: {
    customer: (sender) => `آپ نے یہ آرڈر منسوخ کر دیا ہے۔ اگر پھر بھی چاہیے تو ${sender} کو بتائیں۔`,
    shop: (sender) => `یہ آرڈر منسوخ ہو چکا ہے۔ اگر چاہیے تو ${sender} کو بتائیں۔`,
  },
  latePart: (sender) =>
    `اب دیر ہو گئی ہے: آپ کا ایک پارسل پیک ہو چکا ہے، اور یہاں آرڈر صرف پورا بدلا یا منسوخ کیا جا سکتا ہے۔ باقی پارسلوں کے لیے ${sender} سے پوچھیں۔`,
  askShop: (sender) => `یہ صرف ${sender} بدل سکتے ہیں۔ انہیں لکھیں یا کال کریں۔`,
  notAsked: "آپ کو اس آرڈر کی تصدیق کرنے کی ضرورت نہیں۔",
  limited: (sender) => `آج آپ نے کئی بار بدلا ہے۔ جو غلط ہے وہ ${sender} کو بتائیں۔`,
  unknown: "یہ لنک ختم ہو چکا ہے یا پورا نہیں۔ آرڈر نمبر سے اپنا آرڈر دیکھیں۔",
  look: "نشان لگے خانے دیکھیں۔ ابھی کچھ محفوظ نہیں ہوا۔",
  errors: {
    nothing_typed: "لکھیں کہ کیا بدلنا ہے۔",
    too_long: "یہ بہت لمبا ہے۔ مختصر کریں۔",
    missing: "آپ کے آرڈر میں یہ نہیں ہے۔ یہاں لکھیں۔",
    phone_invalid: "یہ پاکستانی نمبر نہیں۔ موبائل ایسا ہوتا ہے: 0300 1234567۔",
    phone_foreign: "کوریئر کو پاکستانی نمبر چاہیے۔",
    city_unknown: "ہم یہ شہر نہیں جانتے۔ قریب کا وہ شہر لکھیں جو کوریئر جانتا ہو۔",
  },
  maybe: "شاید:",
};

export const CHOICE_WORDS: Readonly<Record<TextLanguage, ChoiceWords>> = {
  en: EN,
  roman_urdu: ROMAN_URDU,
  ur: UR,
};
