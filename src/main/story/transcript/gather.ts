import { fileName, sessionFolder } from '../../../shared/story/layout'
import { z } from 'zod'
import type { AbortSignalLike } from '../../../shared/base/abort'
import type { DirectorNotes } from '../../../shared/story/director-notes'
import { hueOf } from '../../../shared/story/hues'
import type { SceneWriters, Writer } from '../../../shared/story/writers'
import { Problem } from '../../../shared/base/problem'
import type { SceneLog } from '../../../shared/table/present'
import type { TranscriptAsked, TranscriptNews } from '../../../shared/story/transcript'
import { lineTo } from '../../campaign/commit-line'
import { splitFrontMatter } from '../../campaign/front-matter'
import { FOLDER } from '../../campaign/history'
import { recapIn, summaryBody } from '../../campaign/summary-file'
import { nameOf } from '../../engine/people'
import type { SceneContents, SessionContents, TranscriptSource, Still } from '../../transcript/document'
import { timeSlices } from '../../work/time-slices'
import { directorNotes } from '../notes/director-notes'
import type { StoryReader } from '../reader'
import type { Writing } from '../writing/writing'
import { own } from '../../../shared/base/json'
import { drawMapImage } from '../../../shared/map-image/map-image'
import { portraitsIn, withPortraits } from '../../../shared/map-image/shape'
import { hereOf } from '../../../shared/map/here'
import { spotsAtOnce } from '../../../shared/map/layout/at-once'
import { BeatLines } from '../history/line'
import { Pictures, portraitSources } from './pictures'

/** A map at the end of each session, or of the line for an open one. `ends`: the number of each session's last beat, and if it is over. */
async function stillsOf(
  campaign: StoryReader,
  to: string,
  ends: ReadonlyMap<number, { beat: number; over: boolean }>,
  yieldThread: () => Promise<void>
): Promise<Map<number, Still>> {
  const stills = new Map<number, Still>()
  if (ends.size === 0) return stills
  const last = campaign.past.hydratedAt(to).state.next.beat
  // The line is read only if a session ended before the last beat of the line.
  const line = [...ends.values()].some(({ beat }) => beat < last)
    ? await new BeatLines((id) => campaign.history.commit(id)).of(to, yieldThread)
    : undefined
  for (const [session, { beat, over }] of ends) {
    const at = line?.numbers.slice(0, line.count).findLastIndex((n) => n <= beat) ?? -1
    const still = stillAt(campaign, line?.ids[at] ?? to, over ? `the end of session ${session}` : `beat ${beat}`)
    if (still) stills.set(session, still)
    await yieldThread()
  }
  return stills
}

/** A map of the party's region, as far as the party has explored it; undefined if the party is nowhere. */
function stillAt(campaign: StoryReader, commit: string, when: string): Still | undefined {
  const { state, lore } = campaign.past.hydratedAt(commit)
  const here = hereOf(state)
  const place = here === undefined ? undefined : own(state.places, here)
  if (!place) return undefined
  const region = own(state.regions, place.region)?.name ?? place.region
  const words = `The map of ${region} at ${when}: the party is at ${place.name}.`
  const spots = spotsAtOnce(state, new Map(Object.entries(lore.map)))
  const { portraits } = lore
  const image = drawMapImage(words, state, spots, { people: true, words: false, seenOnly: true, region: place.region, portraits })
  return { words, image: withPortraits(image, portraitSources(campaign, commit, portraitsIn(image))) }
}

/** A scene of a line, and the numbers of its beats. */
interface Scene {
  path: string
  session: number
  number: number
  opened: number
  /** The number of the last beat before the next scene. */
  last: number
  place?: string
  story?: string
}

const Id = z.string().optional().catch(undefined)
const About = z.looseObject({ opened: z.number(), place: Id, story: Id, title: z.string().optional().catch(undefined) })

/** Reads a transcript's contents. Yields progress in scenes; undefined if stopped. Throws Problem `not-found`, `bad-input`, `bad-file`. */
export async function* gather(
  campaign: StoryReader & { readonly writing?: Writing },
  asked: Omit<TranscriptAsked, 'format'>,
  stop: AbortSignalLike
): AsyncGenerator<TranscriptNews, TranscriptSource | undefined> {
  const { from, to = campaign.snapshot.commit.id, private: includesPrivate, stills, writers: says = false, withoutModels = false } = asked
  const yieldThread = timeSlices()
  const { state, lore, tree } = campaign.past.hydratedAt(to)
  const writing = says || withoutModels ? campaign.writing : undefined
  const notes = asked.notes === true ? await notesUpTo(campaign, to, yieldThread) : undefined
  const [first, last] = [from === undefined ? 0 : campaign.past.hydratedAt(from).state.next.beat, state.next.beat]
  if (from !== undefined) await checkLine(campaign, from, to, yieldThread)
  const pictures = new Pictures(campaign, to)
  const contents: SceneContents[] = []
  const sessions = new Map<number, SessionContents>()
  const ends = new Map<number, { beat: number; over: boolean }>()
  const scenes = (await scenesOf(campaign, tree, yieldThread)).filter((scene) => scene.opened <= last && scene.last >= first)
  for (const scene of scenes) {
    const log = campaign.past.log(to, scene.path)
    contents.push({
      session: scene.session,
      number: scene.number,
      title: log?.title ?? '',
      opened: scene.opened,
      entries: log?.entries ?? [],
      pictures: pictures.of(scene, log?.entries ?? [], { from: first, to: last }),
      private: includesPrivate ? (log?.private ?? {}) : {},
      ...(scene.place === undefined ? {} : { place: nameOf(state, scene.place) }),
      ...writersIn(await writing?.scene(to, scene.path, yieldThread)),
      ...(notes ? { notes: notes.filter(({ n }) => n >= scene.opened && n <= scene.last && (includesPrivate || !isPrivate(n, log))) } : {}),
      ...(log?.summary === undefined ? {} : { summary: (includesPrivate ? summaryBody : recapIn)(log.summary) })
    })
    if (!sessions.has(scene.session)) {
      const contents = sessionIn(campaign, tree, scene.session, includesPrivate)
      const wrote = (kind: 'session' | 'sessionSummary'): Promise<Writer> | undefined =>
        writing?.writerOfFile(to, `${sessionFolder(scene.session)}/${fileName(kind)}`, yieldThread)
      const [title, summary] = [await wrote('session'), await wrote('sessionSummary')]
      sessions.set(scene.session, { ...contents, ...(title && summary ? { writers: { title, summary } } : {}) })
    }
    ends.set(scene.session, { beat: Math.min(scene.last, last), over: sessions.get(scene.session)?.summary !== undefined })
    yield { kind: 'progress', what: 'reading', done: contents.length, of: scenes.length }
    await yieldThread()
    if (stop.aborted) return undefined
  }
  if (stills)
    for (const [session, still] of await stillsOf(campaign, to, ends, yieldThread)) sessions.set(session, { ...sessions.get(session), still })
  const { time } = campaign.history.commit(to)
  const portraits = portraitSources(campaign, to, speakersIn(contents))
  return {
    title: lore.title,
    premise: lore.premise,
    from: first,
    to: last,
    time,
    scenes: contents,
    sessions,
    nameOf: (id) => nameOf(state, id),
    hueOf: (id) => hueOf(state.actors, id),
    ...(portraits.size > 0 ? { portraits } : {}),
    ...(writing ? { attribution: { says, withoutModels } } : {})
  }
}

/** Those who speak in these scenes. */
const speakersIn = (scenes: readonly SceneContents[]): Set<string> =>
  new Set(scenes.flatMap(({ entries }) => entries.flatMap(({ kind, by }) => (kind === 'speech' ? [by] : []))))

const writersIn = (writers: SceneWriters | undefined): { writers?: SceneWriters } => (writers ? { writers } : {})

/** Whether a beat holds only private talk, so that a note on it may quote some. */
const isPrivate = (beat: number, log: SceneLog | undefined): boolean =>
  Object.values(log?.private ?? {}).some((talk) => talk.some((line) => line.beat === beat)) && !log?.entries.some((entry) => entry.beat === beat)

/** The director's notes on the beats of the line that ends at a commit. */
async function notesUpTo(campaign: StoryReader, to: string, yieldThread: () => Promise<void>): Promise<DirectorNotes['notes']> {
  const { notes } = directorNotes(campaign.history)
  const line = new Set((notes.length === 0 ? undefined : await new BeatLines((id) => campaign.history.commit(id)).of(to, yieldThread))?.ids)
  return notes.filter(({ commit }) => line.has(commit))
}

async function checkLine({ history }: StoryReader, from: string, to: string, yieldThread: () => Promise<void>): Promise<void> {
  for (const { id } of lineTo(history, to)) {
    if (id === from) return
    await yieldThread()
  }
  throw new Problem('bad-input', 'The first beat is not on the branch that leads to the last one. Choose two beats of one branch.', { from, to })
}

/** A session's title and summary. The summary is the DM's own if private talk is included, otherwise the recap. */
function sessionIn(campaign: StoryReader, tree: string, session: number, includesPrivate: boolean): SessionContents {
  const folder = sessionFolder(session)
  const about = aboutOf(campaign, tree, folder)
  const summary = campaign.past.files.text(tree, `${folder}/${fileName('sessionSummary')}`)
  return {
    ...(about?.title === undefined ? {} : { title: about.title }),
    ...(summary === undefined ? {} : { summary: (includesPrivate ? summaryBody : recapIn)(summary) })
  }
}

function aboutOf(campaign: StoryReader, tree: string, folder: string): z.infer<typeof About> | undefined {
  const path = `${folder}/ABOUT.md`
  const text = campaign.past.files.text(tree, path)
  return text === undefined ? undefined : About.safeParse(splitFrontMatter(text, path).matter).data
}

/** The scenes opened up to a root tree, in the order of play. */
async function scenesOf(campaign: StoryReader, tree: string, yieldThread: () => Promise<void>): Promise<Scene[]> {
  const root = campaign.history.tree(tree).get('sessions')
  const scenes: Scene[] = []
  for (const [session, sessionNumber, oid] of foldersIn(campaign, root?.mode === FOLDER ? root.oid : undefined, /^session-(\d+)$/)) {
    for (const [scene, number] of foldersIn(campaign, oid, /^(\d+)-scene$/)) {
      const path = `sessions/${session}/${scene}`
      const { opened = 0, place, story } = aboutOf(campaign, tree, path) ?? {}
      const setting = { ...(place === undefined ? {} : { place }), ...(story === undefined ? {} : { story }) }
      scenes.push({ path, session: sessionNumber, number, opened, last: Infinity, ...setting })
      await yieldThread()
    }
  }
  scenes.sort((a, b) => a.session - b.session || a.number - b.number)
  return scenes.map((scene, i) => ({ ...scene, last: (scenes[i + 1]?.opened ?? Infinity) - 1 }))
}

/** Folders with a number in their names, each with its number and tree. */
function foldersIn({ history }: StoryReader, oid: string | undefined, named: RegExp): [name: string, number: number, oid: string][] {
  if (oid === undefined) return []
  return [...history.tree(oid)].flatMap(([name, entry]): [string, number, string][] => {
    const number = named.exec(name)?.[1]
    return entry.mode === FOLDER && number !== undefined ? [[name, Number(number), entry.oid]] : []
  })
}
