import { isPlayed } from '../../../shared/story/beat-kinds'
import { isObject, own } from '../../../shared/base/json'
import { capitalised } from '../../../shared/words/labels'
import { pathOf } from '../../../shared/story/layout'
import { fold, freeName, slug, VERBS, badName } from '../../../shared/story/names'
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
import type { StoryReader, StoryEditor } from '../reader'
import { editSubject } from '../../../shared/contract/edit-subject'
import type { LinkEnd } from '../../../shared/contract/world-calls'
import { formatYaml } from '../../campaign/yaml-splice'
import { linkName } from '../../campaign/notes/note-index'
import { noteNames, readNote } from '../../campaign/notes/note'
import { namespaceFolder } from '../../campaign/notes/namespaces'
import { FILE_EDIT } from '../edits/edit-history'
import type { SavedBeat } from '../story'
import { noteGraphAt } from './read-notes'
import { clipped } from '../../../shared/words/clipped'

/** The folder for new notes that a note of the world links to. */
const WORLD_FOLDER = 'world/misc'

/**
 * Creates the missing note to which a link of the note `from` leads, as one beat by the designer. It is created in that player's folder, or in
 * `world/misc`, under a free file name, with the name that the link uses. Throws Problem `not-found` or `refused`; then nothing has changed.
 */
export async function createNote(campaign: StoryEditor, from: string, target: string): Promise<SavedBeat & { path: string }> {
  const { history, snapshot } = campaign
  const vault = noteGraphAt(campaign)
  const note = vault.at(from)
  const wanted = linkName(target)
  const link = note && vault.linksOf(note).find(({ written }) => linkName(written) === wanted)
  if (!link) throw new Problem('not-found', `${from} has no link to "${target.slice(0, 80)}" any more. Choose another link.`, { file: from })
  if (link.to.what !== 'missing')
    throw new Problem('refused', `"${link.written}" leads to ${endWords(link.to)}, so no note was created. Open the link.`, { file: from })
  const home = namespaceFolder(from)
  const folder = home === 'world' ? WORLD_FOLDER : home
  const names = [...history.files(snapshot.commit.tree, folder).keys()].map((path) => fold(path.slice(folder.length + 1).replace(/\/.*$/s, '')))
  const taken = new Set(names)
  const isTaken = (name: string): boolean => badName(`${name}.md`) !== undefined || taken.has(fold(`${name}.md`))
  const title = titleOf(link.written)
  const path = `${folder}/${freeName(slug(title), isTaken)}.md`
  const text = noteText(title, wanted, timeOf(snapshot.state), path)
  const saved = await campaign.edit(new Map([[path, Buffer.from(text)]]), editSubject(path, undefined, text), {
    kind: 'edit',
    action: FILE_EDIT,
    params: {}
  })
  return { ...saved, path }
}

const endWords = (to: Exclude<LinkEnd, { what: 'missing' }>): string => (to.what === 'note' ? to.path : to.what === 'beat' ? `beat ${to.n}` : to.name)

/** The title of the note that a link refers to: the last name of a path, or the whole text if it can't be a path, such as “and/or?”. */
const titleOf = (link: string): string => {
  const written = link.replace(/(?<=.)\.md$/i, '')
  const names = written.split('/')
  return names.some((name, i) => badName(name) !== undefined && !(i === 0 && /^\.{0,2}$/.test(name))) ? written : (names.at(-1) ?? written)
}

/** The text of a note that the link text `wanted` finds: by its title, otherwise by an alias. */
function noteText(title: string, wanted: string, now: string, path: string): string {
  const text = (aliases: readonly string[]): string =>
    `---\n${formatYaml({ ...(aliases.length > 0 ? { aliases: [...aliases] } : {}), tags: [], created: now, modified: now })}---\n\n# ${title}\n`
  const plain = text([])
  return noteNames(readNote(plain, path)).has(wanted) ? plain : text([wanted])
}

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
const quoted = (text: string): string => clipped(text, MAX_QUOTED).replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')

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
