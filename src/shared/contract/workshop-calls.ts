import { z } from 'zod'
import { Commit, mutation, query, type Methods } from './calls'
import { MAX_ARROW_BYTES, type FileKind } from '../story/layout'
import { badName } from '../story/names'
import type { Beat } from '../story/play'
import type { ProblemData } from '../base/problem'
import type { LinksLeft } from './world-edits'

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

/** The calls of the workshop about any file of the campaign. */
export const workshopCalls = {
  /** The files at a commit by path; by default the current ones, with those added outside. */
  campaignFiles: query(z.object({ at: Commit.optional() })).returns<CampaignFile[]>(),
  /**
   * The text of a file at a commit; by default the current one, with external changes. Throws Problem `not-found`, and `bad-file` for anything but
   * text in UTF-8 of up to 32 MB.
   */
  fileText: query(z.object({ path: FilePath, at: Commit.optional() })).returns<FileText>(),
  /** The present versions of files by path; null for a file that is gone. */
  fileVersions: query(z.object({ paths: z.array(FilePath).max(5000) })).returns<Record<string, string | null>>(),
  /**
   * Saves a text as one beat by the designer with this subject. An invalid text, such as a rule with a syntax error, is written to the folder only:
   * the story keeps the previous version until a valid save. `over` is the version that the caller has seen; null for a new file. Throws Problem
   * `conflict` if the version is another one now (data.version, absent if there is no file), and `refused` if nothing would change or if the table
   * itself writes the file.
   */
  saveText: mutation(
    z.object({ path: FilePath, text: z.string().max(MAX_TEXT_BYTES), subject: Subject, over: z.string().max(100).nullable() })
  ).returns<SavedFile>(),
  /** The beats that changed a file, from the newest or from `next` of the page before. */
  fileHistory: query(z.object({ path: FilePath, from: Commit.optional() })).returns<FileHistory>(),
  /**
   * Creates, copies, moves or removes a file, or a folder with all its files, as one beat by the designer. Throws Problem `refused` if the target
   * exists or if the files would no longer be consistent, `not-found`, and `dirty` if a file has an external change. `links`: texts that linked to
   * the old path.
   */
  changeFiles: mutation(z.object({ change: TreeChange, subject: Subject })).returns<Beat & { links?: LinksLeft }>()
}
export type WorkshopCalls = Methods<typeof workshopCalls>
