/** The kinds of files that an editor of Markdown vaults embeds in notes: pictures, sounds, films, PDFs and drawings. */
const ATTACHMENT = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp|3gp|flac|m4a|mp3|oga|ogg|opus|wav|mkv|mov|mp4|ogv|webm|pdf|base|canvas)$/i

/** Whether a link's target is a file that can't be a note, such as a picture. */
export const isAttachment = (target: string): boolean => ATTACHMENT.test(target.trim())

/** The Markdown file that a link's destination (`My%20Note.md#heading`) names, decoded, without the heading; else undefined. */
export function markdownFile(destination: string): string | undefined {
  const plain = destination.replace(/^<|>$/g, '').replace(/#.*$/s, '')
  if (!/.\.md$/i.test(plain) || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(plain)) return undefined
  return attempt(() => decodeURIComponent(plain).trim(), plain.trim())
}
import { attempt } from '../base/attempt'
