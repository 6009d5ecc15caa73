const longest = 2000;

const hidden: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?/g, "[token]"],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=:-]+/gi, "[token]"],
  [/\bshp[a-z]{2}_[A-Za-z0-9]+/g, "[token]"],
  [/\b(?:lk|live|test)_[\w-]+:[\w-]+/g, "[key]"],
  [/([?&](?:id_token|hmac|session|code|token|signature)=)[^&\s"]+/gi, "$1[hidden]"],
  [/(\/webhooks\/supplier\/)[\w-]+/g, "$1[token]"],
  [/(postgres(?:ql)?|rediss?):\/\/[^@\s]+@/g, "$1://[hidden]@"],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, "[email]"],
  [/(?<![\w/.-])(?:\+92|0092|0)[\s-]?3\d{2}[\s-]?\d{7}(?!\d)/g, "[phone]"],
];

/** Text without what must not be kept: tokens, keys, e-mail addresses, Pakistani mobile numbers. */
export function redactText(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return hidden.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), cut);
}
