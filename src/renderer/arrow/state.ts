import type { ArrowFiles } from '../../shared/contract/arrow-calls'
import type { ArrowDocument, ArrowId, Connection } from '../../arrow'
import type { Point } from '../../shared/geometry/shapes'
import type { ProblemData } from '../../shared/base/problem'
import type { Selection } from '../canvas/selection'
import { emptyUndoStack, type UndoStack } from '../canvas/undo-stack'
import type { EditedFile } from '../edited-files'
import type { NewPictures } from '../fields/new-pictures'
import { slice } from '../slice'

/** A document that is open in the window. Its edits are local until it is saved. */
export interface OpenDocument extends EditedFile<ArrowDocument | undefined> {
  document: ArrowDocument
  undoStack: UndoStack
  /** The key of the last edit: another edit with the same key joins its undo step. */
  lastEdit?: string | undefined
  scene: ArrowId
  selection: Selection
  /** The model that wrote nodes since the document was saved. */
  assisted?: { model: string; nodes: readonly ArrowId[] } | undefined
  pictures?: NewPictures | undefined
}

/** A file that can't be opened. */
export interface BrokenDocument {
  path: string
  version: string
  text: string
  problem: ProblemData
}

/** A question that a layer above the editor asks. */
export type ArrowQuestion =
  | { what: 'add'; at?: Point; after?: ArrowId; slot?: number; between?: Connection }
  | { what: 'connect'; from: ArrowId; slot?: number }
  | { what: 'reroute'; connection: Connection }
  | { what: 'move' }
  | { what: 'find' }
  /** Attach the document to a story event, and the fields of a new one. */
  | { what: 'attach' }
  | { what: 'event' }

/** The whole state of the scene editor. */
export interface ArrowState {
  files?: ArrowFiles | undefined
  /** Why the documents could not be listed. */
  problem?: string | undefined
  /** The path of the document in view; undefined shows the list. */
  path?: string | undefined
  open: Readonly<Record<string, OpenDocument>>
  broken: Readonly<Record<string, BrokenDocument>>
  part: 'graph' | 'script'
  /** Whether the document from the last time is open again, or another one. */
  isReopened: boolean
  outline: boolean
  query: string
  question?: ArrowQuestion | undefined
  saving: boolean
  /** Counts the requests to bring the selection into view. */
  shown: number
  /** The nodes to bring into view together; another list repeats the request. */
  revealed: readonly ArrowId[]
  /** Counts the requests to show the whole scene. */
  fitted: number
  /** The path of the document whose nodes are being arranged. */
  arranging?: string | undefined
  folds: Readonly<Record<string, boolean>>
  names: 'variables' | 'characters'
}

export const useArrow = slice<ArrowState>('arrow', {
  open: {},
  broken: {},
  part: 'graph',
  isReopened: false,
  outline: false,
  query: '',
  saving: false,
  shown: 0,
  revealed: [],
  fitted: 0,
  folds: {},
  names: 'variables'
})

/** The document in view; undefined while there is none. */
export const currentOf = ({ path, open }: ArrowState): OpenDocument | undefined => (path === undefined ? undefined : open[path])

/** The story event of a file; undefined for a document without one. */
export const eventOfFile = (
  path: string | undefined,
  { files }: Pick<ArrowState, 'files'> = useArrow.get()
): { id: string; title: string } | undefined => files?.files.find((one) => one.path === path)?.event

/** Changes fields of an open document. */
export function putOpen(path: string, part: Partial<OpenDocument>): void {
  const { open } = useArrow.get()
  const one = open[path]
  if (one) useArrow.set({ open: { ...open, [path]: { ...one, ...part } } })
}

/** The initial state of an opened document. */
export const opened = (path: string, document: ArrowDocument, version: string | null, saved: ArrowDocument | undefined): OpenDocument => ({
  path,
  version,
  saved,
  document,
  undoStack: emptyUndoStack,
  scene: firstScene(document),
  selection: []
})

/** The scene where a document starts, or its first one. */
export function firstScene({ entry, resources: { scenes } }: ArrowDocument): ArrowId {
  for (const [id, { map }] of scenes) if (map.has(entry)) return id
  return scenes.keys().next().value ?? -1
}

/** The ids of the selected nodes. */
export const selectedNodes = (selection: Selection): ArrowId[] => selection.flatMap(({ kind, id }) => (kind === 'node' ? [Number(id)] : []))

export const isUnsaved = ({ document, saved }: OpenDocument): boolean => document !== saved
