import type { AbortSignalLike } from '../../shared/base/abort'
import type { FactUses, FileProblem, NameKind, NameUses, RemovedNames, Search, SearchNews, CampaignName } from '../../shared/contract/language-calls'
import type { ProblemData } from '../../shared/base/problem'
import { EMPTY_TREE } from '../campaign/git/oid'
import type { ObjectReader } from '../campaign/parsed-files'
import { Hydrator } from '../campaign/hydrate'
import { checkTree, quickFindingsAt } from '../story/checks/check'
import { overlay } from '../story/edits/overlay'
import { fileProblems } from './problems'
import { NameReader, NameIndex, type Texts } from './name-index'
import { planMerge } from './merge-facts'
import { planRemoval } from './remove-names'
import { planRename, type RenameResult } from './rename'
import { replaceInTexts, searchTexts } from './search'

/** The contents of a file: text, or bytes that are not UTF-8. */
export type Content = string | Uint8Array

/** The tasks: queries about the files. */
export type LanguageTask =
  | { ask: 'names' }
  | { ask: 'factUses' }
  | { ask: 'nameAt'; path: string; line: number; column: number }
  | { ask: 'rename'; kind: NameKind; id: string; to: string; possible: boolean }
  | { ask: 'merge'; id: string; to: string }
  | ({ ask: 'remove'; anyway: boolean } & RemovedNames)
  | { ask: 'search'; search: Search; replacement?: string | undefined }
  | { ask: 'replace'; search: Search; replacement: string; paths: readonly string[] }
  | { ask: 'problems'; resources: string; before: readonly ProblemData[] }

/** New texts of files, null for a removed one. */
export interface FileTexts {
  files: [path: string, text: string | null][]
}

/** The answer to each task; a search and the check answer in several messages. */
export interface LanguageAnswers {
  names: CampaignName[]
  factUses: FactUses[]
  nameAt: NameUses | null
  rename: FileTexts & Pick<RenameResult, 'moved' | 'plan' | 'summary'>
  merge: FileTexts & { summary: string }
  remove: FileTexts & { summary: string }
  search: SearchNews
  replace: FileTexts & { replaced: number }
  problems: { problems: FileProblem[]; whole: boolean }
}
export type LanguageAnswer<T extends LanguageTask> = LanguageAnswers[T['ask']]

/** The files that changed since the last task, and those with other texts for this task alone; null for a missing file. */
export interface LanguageFiles {
  saved: readonly [path: string, content: Content | null][]
  drafts: readonly [path: string, content: Content | null][]
}

/** The debounce time for typing before the whole check runs the rules, in ms. */
const REST_MS = 700
const NOTHING: ObjectReader = {
  tree: () => new Map(),
  blob: (id) => {
    throw new Error(`There is no blob ${id}.`)
  }
}

/** Answers queries about the files of one campaign, and keeps the files in memory. It uses neither the disk nor git. */
export class LanguageService {
  readonly #saved = new Map<string, Content>()
  readonly #reader = new NameReader()
  #hydrator: Hydrator | undefined
  #last: { drafts: LanguageFiles['drafts']; index: NameIndex; contents: ReadonlyMap<string, Content> } | undefined

  /** Applies the changes and answers the task. Throws Problem; `refused` if it was cancelled. */
  async *answer(task: LanguageTask, files: LanguageFiles, stop: AbortSignalLike): AsyncGenerator<LanguageAnswers[LanguageTask['ask']]> {
    const { index, contents, texts } = this.#index(files)
    switch (task.ask) {
      case 'names':
        yield index.all()
        break
      case 'factUses':
        yield index.facts()
        break
      case 'nameAt':
        yield index.usesAt(task.path, task.line, task.column)
        break
      case 'rename': {
        const others = [...contents.keys()].filter((path) => !texts.has(path))
        const { files: written, ...rest } = planRename(index, texts, task, task.to, task.possible, others)
        yield { files: [...written], ...rest }
        break
      }
      case 'merge': {
        const { files: written, summary } = planMerge(index, texts, task.id, task.to)
        yield { files: [...written], summary }
        break
      }
      case 'remove': {
        const { files: written, summary } = planRemoval(index, texts, task, task.anyway)
        yield { files: [...written], summary }
        break
      }
      case 'search':
        for (const news of searchTexts(texts, task.search, task.replacement)) {
          yield news
          await turn()
          if (stop.aborted) break
        }
        break
      case 'replace': {
        const done = replaceInTexts(texts, task.search, task.replacement, task.paths)
        yield { files: [...done.files], replaced: done.replaced }
        break
      }
      case 'problems':
        yield* this.#problems(task, contents, texts, index, files, stop)
    }
  }

  async *#problems(
    { resources, before }: LanguageTask & { ask: 'problems' },
    contents: ReadonlyMap<string, Content>,
    texts: Texts,
    index: NameIndex,
    files: LanguageFiles,
    stop: AbortSignalLike
  ): AsyncGenerator<LanguageAnswers['problems']> {
    const names = index.all()
    const removed = files.drafts.flatMap(([path, content]) => (content === null ? [[path, null] as const] : []))
    const present = [...contents].map(([path, content]) => [path, bytesOf(content)] as const)
    const { objects, root } = overlay(NOTHING, EMPTY_TREE, new Map<string, Buffer | null>([...removed, ...present]))
    this.#hydrator = this.#hydrator?.over(objects) ?? new Hydrator(objects)
    const seen = quickFindingsAt(objects, root, this.#hydrator)
    yield { problems: fileProblems([...before, ...seen], texts, names), whole: false }
    for (let rested = 0; rested < REST_MS && !stop.aborted; rested += 50) await new Promise<void>((done) => void setTimeout(done, 50))
    if (stop.aborted) return
    const pause = async (): Promise<void> => {
      await turn()
      if (stop.aborted) throw new Error('The check was stopped.')
    }
    try {
      const report = await checkTree(objects, root, before, { resources, pause })
      if (!stop.aborted) yield { problems: fileProblems(report.findings, texts, names), whole: true }
    } catch (thrown) {
      if (!stop.aborted) throw thrown
    }
  }

  #index({ saved, drafts }: LanguageFiles): { index: NameIndex; contents: ReadonlyMap<string, Content>; texts: Texts } {
    for (const [path, content] of saved) {
      if (content === null) this.#saved.delete(path)
      else this.#saved.set(path, content)
    }
    if (saved.length > 0 || !this.#last || !sameFiles(this.#last.drafts, drafts)) {
      const contents = new Map(this.#saved)
      for (const [path, content] of drafts) {
        if (content === null) contents.delete(path)
        else contents.set(path, content)
      }
      const texts = textsOf(contents)
      this.#last = { drafts, contents, index: new NameIndex(texts, this.#reader) }
    }
    const { index, contents } = this.#last
    return { index, contents, texts: textsOf(contents) }
  }
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done))
const bytesOf = (content: Content): Buffer => (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content))
const textsOf = (contents: ReadonlyMap<string, Content>): Texts =>
  new Map([...contents].flatMap(([path, content]) => (typeof content === 'string' ? [[path, content] as const] : [])))
const sameFiles = (a: LanguageFiles['drafts'], b: LanguageFiles['drafts']): boolean =>
  a.length === b.length && a.every(([path, content], i) => b[i]?.[0] === path && b[i]?.[1] === content)
