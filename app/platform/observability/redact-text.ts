const usualLength = 2000;
/** Longer than an address or a number usually is: what a cut goes through is no longer known for what it is. */
const margin = 100;

/**
 * Tokens, keys, e-mail addresses, Pakistani mobile numbers. Strangers choose the text: a repetition is bounded, or cannot
 * begin anew inside what it has passed over.
 */
const hidden: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w.-]{8,}/g, "[token]"],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=:-]+/gi, "[token]"],
  [/\bshp[a-z]{2}_[A-Za-z0-9]+/g, "[token]"],
  [/\b(?:lk|live|test)_[\w-]{1,100}:[\w-]+/g, "[key]"],
  [/([?&](?:id_token|hmac|session|code|token|signature)=)[^&\s"]+/gi, "$1[hidden]"],
  [/(\/webhooks\/supplier\/|\/rates\/)[\w-]+/g, "$1[token]"],
  [/(postgres(?:ql)?|rediss?):\/\/[^@\s/]+@/g, "$1://[hidden]@"],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, "[email]"],
  [/(?<![\w/.-])(?:\+?92|0092|0)[\s.-]?\(?3\d(?:[\s.()-]?\d){8}(?!\d)/g, "[phone]"],
];

/** Text without what must not be kept, cut to `longest` characters. */
export function redactText(text: string, longest = usualLength): string {
  if (text.length <= longest) return redact(text);
  const beginning = redact(text.slice(0, longest + margin));
  const whole = beginning.endsWith("]") ? beginning : beginning.slice(0, -margin);
  return `${whole.slice(0, longest)}…`;
}

function redact(text: string): string {
  return hidden.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}
