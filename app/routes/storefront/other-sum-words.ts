import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import type { OtherSumAnswer } from "#app/domain/storefront/report-other-sum.server.ts";

type OtherSumWords = {
  readonly question: string;
  readonly parcel: string;
  readonly sum: string;
  readonly button: string;
  readonly lastSaid: (sum: string, day: string) => string;
  readonly answers: Readonly<Record<OtherSumAnswer, string>>;
};

const EN: OtherSumWords = {
  question: "Did the rider ask for another sum?",
  parcel: "For which parcel",
  sum: "The sum the rider asked for, in rupees",
  button: "Tell the shop",
  lastSaid: (sum, day) => `You told the shop on ${day} that the rider asked for ${sum}.`,
  answers: {
    reported: "Thank you. The shop has been told, and may call you.",
    reported_today: "The shop has been told about this parcel today already.",
    same_sum: "This is the sum to pay. Give the rider exactly this.",
    no_sum: "Type the sum in whole rupees, for example 2800.",
    not_yet: "This parcel is not with a rider yet.",
  },
};

const ROMAN_URDU: OtherSumWords = {
  question: "Kya rider ne koi aur raqam maangi?",
  parcel: "Kis parcel ke liye",
  sum: "Rider ne kitni raqam maangi, rupay mein",
  button: "Dukaan ko batayein",
  lastSaid: (sum, day) => `Aap ne ${day} ko dukaan ko bataya ke rider ne ${sum} maange.`,
  answers: {
    reported: "Shukriya. Dukaan ko bata diya gaya hai, woh aap ko call kar sakte hain.",
    reported_today: "Is parcel ke bare mein aaj dukaan ko pehle hi bata diya gaya hai.",
    same_sum: "Dene ki raqam yehi hai. Rider ko sirf yehi dein.",
    no_sum: "Raqam poore rupon mein likhein, misal: 2800.",
    not_yet: "Yeh parcel abhi rider ke paas nahi hai.",
  },
};

const UR: OtherSumWords = {
  question: "کیا رائیڈر نے کوئی اور رقم مانگی؟",
  parcel: "کس پارسل کے لیے",
  sum: "رائیڈر نے کتنی رقم مانگی، روپے میں",
  button: "دکان کو بتائیں",
  lastSaid: (sum, day) => `آپ نے ${day} کو دکان کو بتایا کہ رائیڈر نے ${sum} مانگے۔`,
  answers: {
    reported: "شکریہ۔ دکان کو بتا دیا گیا ہے، وہ آپ کو فون کر سکتے ہیں۔",
    reported_today: "اس پارسل کے بارے میں آج دکان کو پہلے ہی بتا دیا گیا ہے۔",
    same_sum: "ادا کرنے کی رقم یہی ہے۔ رائیڈر کو صرف یہی دیں۔",
    no_sum: "رقم پورے روپوں میں لکھیں، مثلاً 2800۔",
    not_yet: "یہ پارسل ابھی رائیڈر کے پاس نہیں ہے۔",
  },
};

export const OTHER_SUM_WORDS: Readonly<Record<TextLanguage, OtherSumWords>> = {
  en: EN,
  roman_urdu: ROMAN_URDU,
  ur: UR,
};
