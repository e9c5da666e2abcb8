import { z } from 'zod'
import { mutation, query, stream, type Methods } from './calls'
import type { JsonObject } from '../base/json'
import type { FileKind } from '../story/layout'
import type { Beat } from '../story/play'
import type { LinksLeft } from './world-edits'

/** The kinds of things that files of a campaign name. A feature has the id of its place, a slash and its own. */
export const NameKind = z.enum([
  'action',
  'condition',
  'item',
  'table',
  'stat',
  'place',
  'feature',
  'region',
  'journey',
  'character',
  'faction',
  'quest',
  'thread',
  'relationship',
  'event',
  'note',
  'fact'
])
export type NameKind = z.infer<typeof NameKind>

/** A part of a text. Lines and columns count from 1, columns in UTF-16 units; `endColumn` is behind the last character. */
export interface TextRange {
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** A part of a file, with the text of its first line. */
export interface FilePlace extends TextRange {
  path: string
  text: string
}

/** Something that a campaign defines. `title` is its name for readers, if its file has one. */
export interface CampaignName {
  kind: NameKind
  id: string
  title?: string
  path: string
  line: number
}

/** The definition and the uses of a name. `possible`: equal words in rules that may mean something else. */
export interface NameUses {
  kind: NameKind
  id: string
  /** The range of the name at the requested position. */
  at: TextRange
  definitions: FilePlace[]
  uses: FilePlace[]
  possible: FilePlace[]
}

/** Where a fact is set, and where something needs it. The state of the world counts as setting it. */
export interface FactUses {
  id: string
  sets: FilePlace[]
  needs: FilePlace[]
}

/** An item of the game: the file that has it, and its entry there; or a table with its whole file as the entry. */
export interface GameItem {
  id: string
  path: string
  entry: JsonObject
}

/** A replacement in a text. */
export interface TextChange extends TextRange {
  text: string
}

/** The changes of a file: its text, its path, or both; `created` has the text of a new file, and `removed` means that the file is deleted. */
export interface FileChanges {
  path: string
  to?: string
  created?: string
  removed?: true
  changes: (TextChange & { before: string; after: string })[]
}

/** A rename, before it is saved. `left`: other people's notes, whose links to the old name stay as they are. */
export interface RenamePlan {
  files: FileChanges[]
  possible: FilePlace[]
  left: LinksLeft['left']
}

/** A fix for a problem, as changes of files. */
export interface QuickFix {
  title: string
  files: FileChanges[]
}

/** A finding of the check, at its place in a file. */
export interface FileProblem extends TextRange {
  path: string
  message: string
  level: 'error' | 'warning' | 'info'
  fixes: QuickFix[]
}

/** A match of a search. `text` is its line, shortened around the match; `from` and `to` are the match in it. */
export interface SearchMatch extends TextRange {
  text: string
  from: number
  to: number
  replacement?: string
}

/** The matches of a search since the last event. `capped` says in a sentence why there may be more. */
export interface SearchNews {
  files: { path: string; matches: SearchMatch[] }[]
  /** The number of files searched so far, and of all. */
  searched: number
  of: number
  capped?: string
}

/** The part of JSON Schema that the editor supports. `names`, our own keyword, is the kind of name that a text must be. */
export interface FileSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  names?: string
  defines?: string
  properties?: Record<string, FileSchema>
  propertyNames?: FileSchema
  additionalProperties?: FileSchema | boolean
  items?: FileSchema
  required?: string[]
  anyOf?: FileSchema[]
  oneOf?: FileSchema[]
  allOf?: FileSchema[]
  definitions?: Record<string, FileSchema>
}

/** The editor's knowledge about every campaign: the types that rules see, and the schemas of YAML files and front matter. */
export interface LanguageSetup {
  types: string
  schemas: Partial<Record<FileKind, FileSchema>>
}

const Path = z.string().min(1).max(1000)
/** The unsaved texts of files in the window, by path. */
const Drafts = z.record(Path, z.string().max(16 << 20))
const Position = z.number().int().min(1).max(1e8)
const Named = { kind: NameKind, id: z.string().min(1).max(400), to: z.string().min(1).max(200) }

/** A search in files. `paths` narrows it: parts of paths or patterns with `*`, separated by commas; a part after `!` is excluded. */
export const Search = z.strictObject({
  text: z.string().min(1).max(2000),
  regex: z.boolean(),
  matchCase: z.boolean(),
  wholeWord: z.boolean(),
  paths: z.string().max(1000)
})
export type Search = z.infer<typeof Search>

/** Things of one kind to remove. */
const Removed = { kind: z.enum(['fact', 'item', 'table', 'quest', 'faction', 'relationship', 'thread']), ids: z.array(Named.id).min(1).max(5000) }
export type RemovedNames = z.infer<z.ZodObject<typeof Removed>>

/** The calls about the language of a campaign's files: names, search, problems. `drafts` replace the saved files. */
export const languageCalls = {
  /** Everything that the campaign defines, by kind and then by id. */
  names: query(z.object({ drafts: Drafts })).returns<CampaignName[]>(),
  /** Every fact that the campaign's files name, by id. */
  factUses: query(z.object({ drafts: Drafts })).returns<FactUses[]>(),
  /** The types and schemas of this version of the app. */
  languageSetup: query().returns<LanguageSetup>(),
  /** Every item of the game, as its file has it. */
  items: query().returns<GameItem[]>(),
  /** Every table of the game, as its file has it. */
  tables: query().returns<GameItem[]>(),
  /** The saved TypeScript files of the game by path, including declarations. */
  ruleTexts: query().returns<Record<string, string>>(),
  /** The name at a position of a text; null if there is none. */
  nameAt: query(z.object({ path: Path, line: Position, column: Position, drafts: Drafts })).returns<NameUses | null>(),
  /** The changes of a rename. Throws Problem `refused` if the new name is taken or invalid, or if a draft would have to change. */
  renamePlan: query(z.object({ ...Named, possible: z.boolean(), drafts: Drafts })).returns<RenamePlan>(),
  /** Renames something and updates all references, as one beat. Throws as `renamePlan` does. */
  renameName: mutation(z.object({ ...Named, possible: z.boolean(), drafts: Drafts })).returns<Beat>(),
  /** Puts one fact in place of another one everywhere, as one beat; the value of the second one stays. Throws as `renamePlan` does. */
  mergeFacts: mutation(z.object({ id: Named.id, to: Named.to, drafts: Drafts })).returns<Beat>(),
  /**
   * Removes things of one kind as one beat. Throws Problem `refused` (data.references: a list of sentences) while something names them, unless
   * `anyway`: then that goes too. What code or an expression names always stays.
   */
  removeNames: mutation(z.object({ ...Removed, anyway: z.boolean(), drafts: Drafts })).returns<Beat>(),
  /** Searches all text files. With a replacement, each match contains its replacement. */
  searchFiles: stream(z.object({ search: Search, replacement: z.string().max(10_000).optional(), drafts: Drafts })).returns<SearchNews>(),
  /** Replaces the matches in the files named, as one beat. Throws Problem `refused` if nothing changes, or if a draft would have to change. */
  replaceInFiles: mutation(
    z.object({ search: Search, replacement: z.string().max(10_000), paths: z.array(Path).min(1).max(10_000), drafts: Drafts })
  ).returns<Beat & { replaced: number }>(),
  /** Every finding of `check` with drafts and external changes: at once those that need no rule, then all. A later stream ends this one. */
  liveProblems: stream(z.object({ drafts: Drafts })).returns<{ problems: FileProblem[]; whole: boolean }>()
}
export type LanguageCalls = Methods<typeof languageCalls>
