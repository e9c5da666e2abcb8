import { own } from '../../../shared/base/json'
import { fileAt, pathOf } from '../../../shared/story/layout'
import { VERBS } from '../../../shared/story/names'
import type { LogEntry } from '../../../shared/story/play'
import type { SceneWriters, SourceNow, TextPart, TextSource, Writer } from '../../../shared/story/writers'
import { digest, digestInTree } from '../../campaign/beat-message'
import { ifReadable } from '../../campaign/parsed-files'
import { holdsProse, type Passage, passagesIn } from './authored'
import { LineWriters, type WrittenBeat, type WrittenStory } from './line-writers'
import { joined, PassageIndex, type Quotation } from './passage-index'

const UNKNOWN: Writer = { by: 'unknown' }
const now = async (): Promise<void> => undefined

/**
 * Says who wrote each text of the log, and from which file it comes. Nothing of this is stored: a beat's message names its agent and model, and authored
 * texts are found again in the files of the beat. So it is known for old beats and in clones, too.
 */
export class Writing {
  readonly #line: LineWriters
  readonly #index = new PassageIndex()
  /** The passages of each version of each file, by path and object id. Versions of a file share equal passages. */
  readonly #files = new Map<string, { versions: Map<string, ReadonlySet<Passage>>; passages: Map<string, Passage> }>()
  #lastTree: string | undefined
  /** Settles after the last request: one line is read at a time. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(private readonly campaign: WrittenStory) {
    this.#line = new LineWriters(campaign)
  }

  /** Who wrote the log of a scene as of a commit; undefined if there is no such scene. Throws Problem `not-found`, `bad-file`. */
  scene(commit: string, scene?: string, yieldThread = now): Promise<SceneWriters | undefined> {
    return this.#inOrder(() => this.#scene(commit, scene, yieldThread))
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #scene(commit: string, scene: string | undefined, yieldThread: () => Promise<void>): Promise<SceneWriters | undefined> {
    const log = this.campaign.past.log(commit, scene)
    if (!log) return undefined
    await this.#line.read(commit, yieldThread)
    const beats = new Map(this.#line.upTo(commit).map((beat) => [beat.n, beat]))
    const entries: TextPart[][] = []
    for (const entry of log.entries) {
      entries.push(this.#partsOf(entry, beats.get(entry.beat), beats))
      await yieldThread()
    }
    const wrote = (n: number): Writer => beats.get(n)?.writer ?? UNKNOWN
    const summary = [...beats.values()].findLast(({ action, scene: at }) => action === 'summarise' && at === log.scene)
    return {
      entries,
      private: Object.fromEntries(Object.entries(log.private).map(([player, lines]) => [player, lines.map(({ beat }) => wrote(beat))])),
      ...(log.summary === undefined ? {} : { summary: summary?.writer ?? UNKNOWN })
    }
  }

  /** Who last wrote a file of the sessions, such as the summary of one; the writer of the beat that changed it last. */
  writerOfFile(commit: string, path: string, yieldThread = now): Promise<Writer> {
    return this.#inOrder(async () => {
      await this.#line.read(commit, yieldThread)
      const oid = this.#oid(this.campaign.history.commit(commit).tree, path)
      const wrote = ({ parent, tree }: WrittenBeat): boolean =>
        this.#oid(tree, path) === oid && (parent === undefined || this.#oid(parent, path) !== oid)
      return this.#line.upTo(commit).findLast(wrote)?.writer ?? UNKNOWN
    })
  }

  #oid(tree: string, path: string): string | undefined {
    return this.campaign.past.files.entry(tree, path)?.oid
  }

  #partsOf(entry: LogEntry, beat: WrittenBeat | undefined, beats: ReadonlyMap<number, WrittenBeat>): TextPart[] {
    const { text } = entry
    // The text may come from a file that the beat itself changed, such as a feature that is searched now.
    const tree = beat?.parent ?? beat?.tree
    const quotations = beat && tree !== undefined ? this.#quotations(entry, tree, beat.scene) : []
    const rest = this.#restOf(entry, beat, beats, tree)
    const parts: TextPart[] = []
    let end = 0
    // What an Arrow document fills in belongs to the node around it.
    const around = entry.action === 'run_scene' || entry.action === 'choose_option' ? quotations[0] : undefined
    const fill = (to: number): void => {
      // The space between two quotations belongs to the first one.
      const last = parts.at(-1)
      if (last && (text.slice(end, to).trim() === '' || (around && last.source?.node === around.passage.node))) last.to = to
      else if (to > end) parts.push({ from: end, to, ...rest, ...(around ? { source: sourceOf(around) } : {}) })
      end = to
    }
    for (const quotation of quotations) {
      fill(quotation.from)
      // What a model or a player wrote stays theirs, also if it repeats a text of the campaign.
      const isTyped = rest.writer.by !== 'built-in' && rest.writer.by !== 'designer'
      const writer = isTyped || !beat ? rest.writer : this.#authorOf(quotation.passage, quotation.quoted, beat)
      const others = quotation.others.map((passage) => sourceOf({ passage, quoted: quotation.quoted }))
      parts.push({ from: quotation.from, to: quotation.to, writer, source: sourceOf(quotation), ...(others.length > 0 ? { others } : {}) })
      end = quotation.to
    }
    fill(text.length)
    return parts
  }

  /** The writer of what no file contains, and where it comes from. */
  #restOf(
    { text, action, kind, by }: LogEntry,
    beat: WrittenBeat | undefined,
    beats: ReadonlyMap<number, WrittenBeat>,
    tree: string | undefined
  ): Pick<TextPart, 'writer' | 'source'> {
    if (!beat || tree === undefined) return { writer: beat?.writer ?? UNKNOWN }
    if (action === undefined || kind === 'record' || kind === 'scene' || isTypedIn(text, beat)) return { writer: beat.writer }
    if (action === 'click' && by !== beat.actor) {
      // The answers of a scene tree were written with it.
      const told = [...beats.values()].findLast((one) => one.n < beat.n && one.action === 'narrate' && one.scene === beat.scene)
      return { writer: told?.writer ?? UNKNOWN }
    }
    if (VERBS.some((verb) => verb === action))
      return { writer: action.startsWith('run_') || action === 'choose_option' ? { by: 'designer' } : beat.writer }
    const path = (['yamlAction', 'action'] as const).map((one) => pathOf(one, { id: action })).find((one) => this.#oid(tree, one) !== undefined)
    if (path === undefined) return { writer: beat.kind === 'skill' ? beat.writer : { by: 'built-in' } }
    return { writer: this.#ofRules(path, tree), source: { path, keys: [], text: '' } }
  }

  /** The writer of a file of the rules: Proscenium, as long as it is the one with which the campaign began. */
  #ofRules(path: string, tree: string): Writer {
    const first = this.#line.first
    return { by: first && this.#oid(first.tree, path) === this.#oid(tree, path) ? 'built-in' : 'designer' }
  }

  /** The writer of a passage: whoever of the seats and models first wrote its words into the file; otherwise the designer. */
  #authorOf({ path, node }: Passage, quoted: string, beat: WrittenBeat): Writer {
    const words = joined(quoted)
    const has = (tree: string | undefined): boolean => {
      const text = tree === undefined ? undefined : ifReadable(() => this.campaign.past.files.text(tree, path))
      return text !== undefined && joined(text.replace(/\\[nrt"\\]/g, ' ')).includes(words)
    }
    const isFirst = ({ tree, parent, nodes }: WrittenBeat): boolean => (!nodes || nodes.has(String(node))) && has(tree) && !has(parent)
    const wrote = this.#line.changesOf(path, beat.commit).find(isFirst)
    if (wrote) return (this.#line.originsOf(wrote).find(isFirst) ?? wrote).writer
    return path.startsWith('rules/') ? this.#ofRules(path, beat.parent ?? beat.tree) : { by: 'designer' }
  }

  #quotations(entry: LogEntry, tree: string, scene: string | undefined): Quotation[] {
    this.#load(tree)
    const { text } = entry
    const isThere = (passage: Passage): boolean =>
      this.#files
        .get(passage.path)
        ?.versions.get(this.#oid(tree, passage.path) ?? '')
        ?.has(passage) === true
    return this.#index.quotations(text, isThere, ({ path }) => this.#likelihood(path, entry, tree, scene))
  }

  /**
   * How likely a line comes from a file that has its words: what a character says is theirs, a scene has the title of its event, and the table tells of
   * the rule that is played, the scene's event, its place, and who is there.
   */
  #likelihood(path: string, { by, kind, action }: LogEntry, tree: string, sceneOfBeat: string | undefined): number {
    if (path.includes(`/${by}/`) || (kind === 'scene' && path.startsWith('world/story/'))) return 4
    if (action !== undefined && path.startsWith(`rules/actions/${action}.`)) return 3
    const { actors, scene, places } = this.campaign.past.files.at(tree).state
    const at = fileAt(path)
    if (scene?.path !== sceneOfBeat) return 1
    if (at?.kind === 'storyEvent' || at?.kind === 'arrowDocument') return path.startsWith(`world/story/${scene?.story}/`) ? 3 : 1
    const here = scene?.place ?? ''
    if (at?.kind === 'location') return at.parts.id === here ? 3 : 1
    if (at?.kind === 'region') return at.parts.region === own(places, here)?.region ? 2 : 1
    return (at?.kind === 'actor' || at?.kind === 'sheet') && own(actors, at.parts.id)?.location === here ? 2 : 1
  }

  /** Reads the files of a tree that were not read yet. */
  #load(tree: string): void {
    const { history } = this.campaign
    if (tree === this.#lastTree) return
    const paths =
      this.#lastTree === undefined
        ? [...history.files(tree).keys()]
        : history.changed(this.#lastTree, tree).flatMap(({ path, to }) => (to ? [path] : []))
    this.#lastTree = tree
    for (const path of paths) {
      if (!holdsProse(path)) continue
      const oid = this.#oid(tree, path) ?? ''
      const file = this.#files.get(path) ?? { versions: new Map<string, ReadonlySet<Passage>>(), passages: new Map<string, Passage>() }
      this.#files.set(path, file)
      if (file.versions.has(oid)) continue
      const text = ifReadable(() => this.campaign.past.files.text(tree, path))
      const passages = (text === undefined ? [] : passagesIn(path, text)).map((passage) => {
        const key = JSON.stringify([passage.keys, passage.node, passage.when, passage.text])
        const known = file.passages.get(key)
        if (known) return known
        file.passages.set(key, passage)
        this.#index.add(passage)
        return passage
      })
      file.versions.set(oid, new Set(passages))
    }
  }

  /** Whether a source has the same text at the present. */
  sourceNow({ path, keys, node, text }: TextSource): SourceNow {
    const { tree } = this.campaign.snapshot.commit
    const whole = ifReadable(() => this.campaign.past.files.text(tree, path))
    if (whole === undefined) return { now: 'gone' }
    if (text === '') return { now: 'same' }
    const isSame = joined(whole.replace(/\\[nrt"\\]/g, ' ')).includes(joined(text))
    const there = passagesIn(path, whole).filter((one) => (node === undefined ? sameKeys(one.keys, keys) : one.node === node))
    const line = lineOf(whole, text)
    if (there.some((one) => joined(one.text).includes(joined(text)))) return { now: 'same', ...line }
    return { now: isSame ? 'same' : there.length > 0 || fileAt(path)?.kind === 'action' ? 'changed' : 'gone', ...line }
  }
}

const sameKeys = (a: readonly (string | number)[], b: readonly (string | number)[]): boolean =>
  a.length === b.length && a.every((key, i) => String(key) === String(b[i]))

/** The line of a file on which a text begins, from 1. A text that is folded over lines is found by its first words. */
function lineOf(whole: string, text: string): { line?: number } {
  const start = text.trim().split(/\s+/).slice(0, 4).join(' ')
  const at = whole.indexOf(start)
  return at < 0 ? {} : { line: whole.slice(0, at).split('\n').length }
}

function sourceOf({ passage: { path, keys, node, when }, quoted }: Pick<Quotation, 'passage' | 'quoted'>): TextSource {
  return { path, keys: [...keys], text: quoted, ...(node === undefined ? {} : { node }), ...(when === undefined ? {} : { when }) }
}

/** Whether a text came with the call of its beat. */
function isTypedIn(text: string, beat: WrittenBeat): boolean {
  const whole = digest(text).slice(0, 16)
  return Object.values(beat.params()).some((value) => {
    if (typeof value !== 'string') return false
    return digestInTree(value) === whole || (/\s/.test(value.trim()) && text.includes(value.trim()))
  })
}
