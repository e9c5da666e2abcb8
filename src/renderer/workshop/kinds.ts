import { isLog, type FileKind } from '../../shared/story/layout'

const KEPT: ReadonlySet<FileKind> = new Set<FileKind>(['next', 'currentScene', 'version'])

/** Whether a file is read-only for the designer: the table itself writes it, or it is part of the played story. */
export const isKeptByTable = (path: string, kind: FileKind | undefined): boolean =>
  (kind !== undefined && KEPT.has(kind)) || isLog(path) || path.startsWith('sessions/')

/** The language of a file for the editor. */
export function languageOf(path: string): 'typescript' | 'yaml' | 'markdown' | 'plaintext' {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase()
  if (ending === 'ts') return 'typescript'
  if (ending === 'md') return 'markdown'
  if (ending === 'yaml' || ending === 'yml' || path === 'next' || path === 'narrative-version') return 'yaml'
  return 'plaintext'
}
