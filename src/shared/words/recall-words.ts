import { counted } from './labels'
import type { Hit, Recalled } from '../story/recall'

/** The most characters of one note, and of one answer, that an agent gets. */
const MAX_CHARS = { note: 4000, answer: 16_000 }

/** The answer of `recall` to an agent: short, with the path of each note. */
export function recallWords({ hits, more, of, cited }: Recalled): string {
  const said = cited.length === 0 ? [] : [`Named in this scene: ${cited.map(({ beat, by }) => `beat ${beat} by ${by}`).join(', ')}.`]
  if (hits.length === 0) return [`No match in ${counted(of, 'note')}.`, ...said].join('\n')
  let left = MAX_CHARS.answer
  const parts = hits.map((hit) => {
    const words = hitWords(hit, Math.min(MAX_CHARS.note, left))
    left = Math.max(0, left - words.length)
    return words
  })
  const head = `${counted(hits.length, 'note')} of ${of}${more ? ', and more match; narrow the search or raise the limit' : ''}:`
  return [head, ...parts, ...said].join('\n\n')
}

function hitWords({ path, title, tags, modified, snippet, content, problem }: Hit, room: number): string {
  const facts = [tags.length > 0 ? `tags: ${tags.join(', ')}` : '', modified].filter((one) => one !== '').join('; ')
  const head = `${path} — ${title}${facts === '' ? '' : ` (${facts})`}`
  const text = content === undefined ? (snippet ?? '') : cut(content, room)
  return [head, ...(problem === undefined ? [] : [`[${problem}]`]), ...(text === '' ? [] : [text])].join('\n')
}

function cut(text: string, room: number): string {
  if (text.length <= room) return text
  const cut = text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut}\n[cut here: ${text.length - cut.length} more characters; search for words in them to see them]`
}
