import { isPlayed } from '../../../shared/story/beat-kinds'
import { isObject, own } from '../../../shared/base/json'
import { capitalised } from '../../../shared/words/labels'
import { pathOf } from '../../../shared/story/layout'
import { fold, freeName, slug, VERBS } from '../../../shared/story/names'
import type { BeatDetail } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import { beatLink, rulingText, type NoteDraft } from '../../../shared/story/ruling'
import { timeOf, type GameState } from '../../../shared/story/state'
import { lineTo } from '../../campaign/commit-line'
import { parseBeatMessage } from '../../campaign/beat-message'
import { recordNote } from '../../campaign/notes/record-note'
import { wikilink } from '../../campaign/notes/wikilinks'
import { DM, nameOf } from '../../engine/people'
import { rollWords } from '../../transcript/words'
import { timeSlices } from '../../work/time-slices'
import type { StoryReader } from '../reader'

/** The maximum number of characters of a text that a ruling quotes. */
const MAX_QUOTED = 1000

/**
 * The draft of a note with a ruling about a beat. The question and the answer of the rules are filled in; the designer writes the decision. Nothing
 * is saved. Throws Problem `refused` for a beat that is not on the current branch, because the note would link to another beat there.
 */
export async function rulingDraft(campaign: StoryReader, commit: string): Promise<NoteDraft> {
  const { history, past, snapshot } = campaign
  const detail = await past.beat(commit)
  const { n, kind } = detail.beat
  if (kind === 'foreign') throw new Problem('refused', 'A ruling is about a beat, and this commit was made outside. Choose a beat.', { commit })
  if (!(await isOnLine(campaign, commit, n)))
    throw new Problem('refused', `Beat ${n} is on another branch, where the ruling belongs. Switch to that branch, then make the ruling.`, { commit })
  const { state } = past.hydratedAt(detail.beat.parent ?? commit)
  const lists = await past.listsAt(history.commit(commit).tree)
  const itemOf = (actor: string, id: string): string | undefined => {
    const item = own(own(state.actors, actor)?.inventory, id)
    return item && (item.name ?? own(lists?.equipment, item.item)?.name)
  }
  const title = isPlayed(kind) ? `${capitalised(wordsOf(detail.beat.action))} in beat ${n}` : `Beat ${n}`
  const taken = new Set([...history.files(snapshot.commit.tree).keys()].map(fold))
  const id = freeName(slug(title), (name) => taken.has(fold(pathOf('ruling', { id: name }))))
  const path = pathOf('ruling', { id })
  const content = rulingText({ title, ruling: '', asked: questionText(detail, state, itemOf), rules: rulesText(detail, state) })
  const text = recordNote(undefined, { path, content, tags: ['ruling'], now: timeOf(snapshot.state) })
  return { path, text, line: text.slice(0, text.indexOf(`# ${title}`)).split('\n').length + 2, column: 1 }
}

/** Whether a commit is on the line that ends at the present. */
async function isOnLine({ history, snapshot }: StoryReader, commit: string, n: number): Promise<boolean> {
  const yieldThread = timeSlices()
  for (const at of lineTo(history, snapshot.commit.id)) {
    if (at.id === commit) return true
    const { beat } = parseBeatMessage(at)
    if (beat.kind !== 'foreign' && beat.n <= n) return false
    await yieldThread()
  }
  return false
}

const wordsOf = (action: string): string => action.replaceAll(/[-_]/g, ' ')
const quoted = (text: string): string =>
  (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text).replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')

/** The question of a ruling: who used which action, where, and with which parameters. */
function questionText({ beat, params }: BeatDetail, state: GameState, itemOf: (actor: string, id: string) => string | undefined): string {
  if (!isPlayed(beat.kind)) return `${capitalised(beatLink(beat.n))} is not a call of an action:\n\n${quoted(beat.subject)}`
  const who = beat.as ?? beat.actor
  const name = who === DM ? 'The DM' : wikilink(nameOf(state, who))
  const here = own(state.places, own(state.actors, who)?.location ?? '')
  const opening = `${name}${beat.as === undefined ? '' : ', played by the DM,'} used “${wordsOf(beat.action)}” in ${beatLink(beat.n)}${here === undefined ? '' : ` at ${wikilink(here.name)}`}`
  const valueOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(valueOf).join(', ')
    const id = String(isObject(value) ? JSON.stringify(value) : value)
    if (Object.hasOwn(state.actors, id) || Object.hasOwn(state.places, id)) return wikilink(nameOf(state, id))
    return itemOf(who, id) ?? own(here?.features, id)?.name ?? id
  }
  const texts = Object.entries(params).flatMap(([key, value]) => (key === 'text' || key === 'content' ? [quoted(String(value))] : []))
  const others = Object.entries(params).flatMap(([key, value]) =>
    key === 'text' || key === 'content' ? [] : [`- ${wordsOf(key)}: ${valueOf(value).slice(0, MAX_QUOTED).replaceAll('\n', ' ')}`]
  )
  if (texts.length + others.length === 0) return `${opening}.`
  return [`${opening}:`, ...(others.length > 0 ? [others.join('\n')] : []), ...texts].join('\n\n')
}

/** The answer of the rules: the beat's log entries, its rolls, and the refused calls of its turn. */
function rulesText({ beat, log, toolCalls }: BeatDetail, state: GameState): string {
  const isRule = !VERBS.some((verb) => verb === beat.action)
  const ruleLines = log
    .filter(({ kind, text }) => isRule && (kind === 'system' || kind === 'roll') && text.trim() !== '')
    .map(({ text }) => `- ${text}`)
  const rolls = beat.rolls.map((roll) => `- ${rollWords(roll, (id) => nameOf(state, id))}`)
  const refused = toolCalls.flatMap(({ tool, problem }) => (problem === undefined ? [] : [`- Refused (${wordsOf(tool)}): ${problem}`]))
  const lines = [...ruleLines, ...rolls, ...refused].map((line) => line.replaceAll('\n', ' '))
  return lines.length > 0 ? lines.join('\n') : 'The rules had no part in it.'
}
