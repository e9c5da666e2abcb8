import { z } from 'zod'
import { Commit, mutation, query, type Methods, Dir } from './calls'
import { MAX_ARROW_BYTES, type FileKind } from '../story/layout'
import { badName } from '../story/names'
import type { Beat } from '../story/play'
import type { ProblemData } from '../base/problem'
import { bytesOf, type LinksLeft, type UndoLabels } from './world-edits'
import type { FileLines } from '../analysis/compare'
import type { ExternalChange } from '../table/present'
import { ACTION_SHAPES, ACTION_USERS, CONDITION_EFFECTS, ITEM_KINDS, LANGUAGES, SPELL_EFFECTS, TABLE_DICE } from './wizards'

/** The largest text that is opened or saved, in bytes. */
export const MAX_TEXT_BYTES = MAX_ARROW_BYTES

/** The path of a file in the campaign. */
export const FilePath = z
  .string()
  .min(1)
  .max(1000)
  .refine(
    (path) => path.split('/').every((part) => badName(part) === undefined),
    'must be the path of a file in the campaign, such as rules/manifest.yaml'
  )
/** A picture that a text adds: the name of its new file, and its bytes in Base64. */
export const NewPicture = z.object({
  file: z
    .string()
    .max(200)
    .regex(/^[^/\\]+\.(?:jpg|png|webp)$/, 'must be the name of a picture'),
  bytes: bytesOf('picture')
})
export type NewPicture = z.infer<typeof NewPicture>

const Subject = z.string().trim().min(1).max(300)

/** A file of the campaign. `kind` is absent for one that the app doesn't know. */
export interface CampaignFile {
  path: string
  kind?: FileKind
}

/** The text of a file with all its characters, byte order mark and line ends included, and its version: equal bytes have equal versions. */
export interface FileText {
  text: string
  version: string
}

/**
 * A saved text: as a beat, or as a file in the folder that a problem keeps out of the story. `also`: other such files that the same beat saved.
 * `aside`: the folder with the external change that was replaced.
 */
export type SavedFile = { version: string; aside?: string } & ({ beat: Beat; also: string[] } | { held: ProblemData })

/** A beat that changed a file, and the resulting version of the file; null if the beat removed it. */
export interface FileVersion {
  commit: string
  n: number
  subject: string
  actor: string
  version: string | null
}

/** The versions of a file, newest first; `next` is the start of the next page. */
export interface FileHistory {
  versions: FileVersion[]
  next?: string
}

/** A change of the file tree: a new file, or a file or folder that is moved or removed. */
export const TreeChange = z.discriminatedUnion('what', [
  z.object({ what: z.literal('create'), path: FilePath, text: z.string().max(MAX_TEXT_BYTES) }),
  z.object({ what: z.literal('copy'), path: FilePath, to: FilePath }),
  z.object({ what: z.literal('move'), path: FilePath, to: FilePath }),
  z.object({ what: z.literal('remove'), path: FilePath })
])
export type TreeChange = z.infer<typeof TreeChange>

/** Where a text is edited: as a text in the Workshop or the notes, or as an Arrow document. A file may have a draft in each. */
export const DraftKind = z.enum(['text', 'arrow'])
export type DraftKind = z.infer<typeof DraftKind>

/** An unsaved text, and the version of the file that it is an edit of; null for a file that doesn't exist yet. */
export const KeptDraft = z.object({ text: z.string().max(MAX_TEXT_BYTES), over: z.string().max(100).nullable() })
export type KeptDraft = z.infer<typeof KeptDraft>

/** `dir`: the campaign's folder, because another window may have opened another campaign meanwhile. */
const Of = { dir: Dir, kind: DraftKind, path: FilePath }

/** The name of a new thing; empty for the wizard's own suggestion. */
const Name = z.string().max(80)
const About = z.string().max(300)

/** The initial place of a new item: carried by an actor, in a place, or nowhere. */
const Where = z.union([z.object({ actor: z.string().max(200) }), z.object({ place: z.string().max(200) }), z.null()])

/** The user's answers to a wizard. */
export const WizardAnswers = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('action'),
    name: Name,
    about: About,
    language: z.enum(LANGUAGES),
    users: z.enum(ACTION_USERS),
    shape: z.enum(ACTION_SHAPES)
  }),
  z.object({ what: z.literal('condition'), name: Name, about: About, effect: z.enum(CONDITION_EFFECTS) }),
  z.object({ what: z.literal('item'), name: Name, kind: z.enum(ITEM_KINDS), where: Where }),
  z.object({ what: z.literal('spell'), name: Name, about: About, effect: z.enum(SPELL_EFFECTS), where: Where }),
  z.object({ what: z.literal('table'), name: Name, dice: z.enum(TABLE_DICE) })
])
export type WizardAnswers = z.infer<typeof WizardAnswers>

/** A file that a wizard writes. `before` is absent if it is new. */
export interface WizardFile {
  path: string
  text: string
  before?: string
}

/** The result of a wizard: one beat. `open` is the first position to fill in; lines and columns count from 1. */
export interface WizardPlan {
  id: string
  subject: string
  files: WizardFile[]
  open: { path: string; line: number; column: number }
}

/** The calls about any file of the campaign: its texts, unsaved drafts, external changes, undo, and wizards that add to a game. */
export const workshopCalls = {
  // The calls of the workshop about any file of the campaign.
  /** The files at a commit by path; by default the current ones, with those added outside. */
  campaignFiles: query(z.object({ at: Commit.optional() })).returns<CampaignFile[]>(),
  /** A file's text at a commit, or now with external changes. Throws Problem `not-found`, `bad-file` for anything but UTF-8 of up to 32 MB. */
  fileText: query(z.object({ path: FilePath, at: Commit.optional() })).returns<FileText>(),
  /** The present versions of files by path; null for a file that is gone. */
  fileVersions: query(z.object({ paths: z.array(FilePath).max(5000) })).returns<Record<string, string | null>>(),
  /**
   * Saves a text as one beat by the designer with this subject. An invalid text, such as a rule with a syntax error, is written to the folder only:
   * the story keeps the previous version until a valid save. `over` is the version that the caller has seen; null for a new file. Throws Problem
   * `conflict` if the version is another one now (data.version, absent if there is no file), and `refused` if nothing would change or if the table
   * itself writes the file. `pictures` are added to world/pictures in the same beat; then nothing is saved if the text is invalid or if another
   * picture has one of their names.
   */
  saveText: mutation(
    z.object({
      path: FilePath,
      text: z.string().max(MAX_TEXT_BYTES),
      subject: Subject,
      over: z.string().max(100).nullable(),
      pictures: z.array(NewPicture).max(20).optional()
    })
  ).returns<SavedFile>(),
  /** The beats that changed a file, from the newest or from `next` of the page before. */
  fileHistory: query(z.object({ path: FilePath, from: Commit.optional() })).returns<FileHistory>(),
  /**
   * Creates, copies, moves or removes a file, or a folder with all its files, as one beat by the designer. Throws Problem `refused` if the target
   * exists or if the files would no longer be consistent, `not-found`, and `dirty` if a file has an external change. `links`: texts that linked to
   * the old path.
   */
  changeFiles: mutation(z.object({ change: z.union([TreeChange, z.array(TreeChange).min(1).max(1000)]), subject: Subject })).returns<
    Beat & { links?: LinksLeft }
  >(),

  // The calls about unsaved texts. This machine keeps them beside the history, so they survive the window, its browser and a killed process. All throw Problem `not-found` if that campaign isn't open.
  /** The draft of a file; null if it has none. */
  draft: query(z.object(Of)).returns<KeptDraft | null>(),
  drafts: query(z.object({ dir: Dir, kind: DraftKind })).returns<string[]>(),
  /** Keeps the draft of a file in place of an earlier one; null forgets it. Throws Problem `disk` if it can't be written. */
  keepDraft: mutation(z.object({ ...Of, draft: KeptDraft.nullable() })).returns<void>(),

  // The calls about external changes, and about undoing the designer's own edits.
  edits: query().returns<ExternalChange[]>(),
  /** The differences between an externally changed file and the committed one. */
  editLines: query(z.object({ path: z.string().min(1).max(4096) })).returns<FileLines>(),
  /** Chooses to play the committed world without the current external changes. The question is asked again when other files change. */
  leaveEdits: mutation().returns<ExternalChange[]>(),
  /** Adopts the external changes as one beat by the designer. `links`: texts that link to the old path of a moved world file. */
  adopt: mutation().returns<Beat & { links?: LinksLeft }>(),
  /** Copies the changed files to a folder outside the repository's tree and restores HEAD's version. Returns the folder of the copies. */
  setAside: mutation().returns<string>(),
  /** The current text of a file, external changes included. Throws Problem `not-found`, `bad-file` for anything but text of up to 2 MB. */
  fileNow: query(z.object({ path: z.string().min(1).max(1000) })).returns<string>(),
  /** A picture as a `data:` address: at a commit, or as it is in the folder now. Throws Problem `not-found`, `bad-file` for any other file. */
  picture: query(z.object({ path: z.string().min(1).max(1000), at: Commit.optional() })).returns<string>(),
  /** The labels of the next undo and redo: "adds Mill Pond". */
  editHistory: query().returns<UndoLabels>(),
  /** Undoes the designer's last effective edit on this line; later beats stay. Throws Problem `refused` if none is left, or it changed since. */
  undo: mutation().returns<Beat>(),
  /** Redoes the edit that was undone last, unless another edit followed. Throws like `undo`. */
  redo: mutation().returns<Beat>(),

  // The calls of the wizards that add to a game.
  /** A preview of a wizard's files. Writes nothing. Throws Problem `refused` if a file that it has to change can't be read. */
  wizardPlan: query(z.object({ answers: WizardAnswers })).returns<WizardPlan>(),
  /** Writes a wizard's files as one beat. Throws Problem `refused`, `dirty` if a file has an external change; then nothing has changed. */
  runWizard: mutation(z.object({ answers: WizardAnswers })).returns<{ beat: Beat; plan: WizardPlan }>()
}
export type WorkshopCalls = Methods<typeof workshopCalls>
