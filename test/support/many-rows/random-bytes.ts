/** SQL for so many bytes, which do not compress: those of the number `n` that a statement reads. No page opens them. */
export function bytes(count: number): string {
  const parts = Math.ceil(count / 16);
  return `decode((select string_agg(md5(n::text || g), '') from generate_series(1, ${parts}) g), 'hex')`;
}
