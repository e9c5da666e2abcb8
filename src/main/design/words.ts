import type { DesignDocument } from '../../shared/design-calls'

const counted = (n: number, one: string, more = `${one}s`): string => (n === 1 ? `one ${one}` : `${n} ${more}`)

/** What a document came to, in sentences for its owner. */
export function documentWords({ name, pages, textPages, damaged, unread }: DesignDocument): string {
  const rest = [
    damaged > 0 && `${counted(damaged, 'page')} ${damaged === 1 ? 'is' : 'are'} damaged.`,
    unread > 0 && `The last ${counted(unread, 'page')} ${unread === 1 ? 'was' : 'were'} left out: it is too long. Split it to have all of it read.`
  ].filter((one) => one !== false)
  if (textPages === 0)
    return [
      `“${name}” has no text on its ${counted(pages, 'page')}: it seems to be scanned. Run text recognition (OCR) on it, and add the result.`,
      ...rest
    ].join(' ')
  const read = textPages === pages ? counted(pages, 'page') : `${textPages} of ${counted(pages, 'page')}; the others have no text`
  return [`Read “${name}”: ${read}.`, ...rest].join(' ')
}
