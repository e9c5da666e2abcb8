import { fold } from '../../shared/names'

/** `[[target]]`, `[[target#heading]]`, `[[target#^block]]`, `[[target|shown]]`; an embed has a `!` before it. */
const LINK = /(\\?)\[\[([^[\]|#\n]*)(?:#[^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/g
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** What a Markdown body links to: folded targets, each once, in order. Code is not looked into; a link to a heading of the same note is none. */
export function linkTargets(body: string): string[] {
  if (!body.includes('[[')) return []
  const prose = body.includes('`') || body.includes('~~~') ? withoutCodeSpans(withoutCodeBlocks(body)) : body
  const targets = new Set<string>()
  for (const [, escaped, target = ''] of prose.matchAll(LINK)) {
    const name = fold(target.trim()).replace(/^\.?\//, '')
    if (escaped === '' && name !== '') targets.add(name)
  }
  return [...targets]
}

function withoutCodeBlocks(body: string): string {
  const kept: string[] = []
  let fence = ''
  for (const line of body.split('\n')) {
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? []
    if (fence === '') {
      // Behind an opening fence of backticks no backtick may stand, else it is a code span.
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) fence = marks
      else kept.push(line)
    } else if (marks.startsWith(fence) && rest.trim() === '') fence = ''
  }
  return kept.join('\n')
}

function withoutCodeSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }))
  if (runs.length === 0) return text
  // The last run of each length: beyond it nothing can close.
  const last = new Map(runs.map((run) => [run.length, run.at]))
  let out = ''
  let from = 0
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i]
    if (!open || (last.get(open.length) ?? 0) <= open.at) continue
    let close = i + 1
    while (runs[close]?.length !== open.length) close++
    out += text.slice(from, open.at)
    from = (runs[close]?.at ?? open.at) + open.length
    i = close
  }
  return out + text.slice(from)
}
