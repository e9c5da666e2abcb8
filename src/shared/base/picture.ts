/** The largest picture that is shown or embedded, in bytes. */
export const MAX_PICTURE_BYTES = 8 << 20

const SIGNATURES: readonly (readonly [type: string, signature: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF....WEBP/s],
  ['image/avif', /^....ftypavi[fs]/s]
]

/** The media type of a picture by its first bytes; undefined for any other file. */
export function pictureType(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16))
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0]
}
