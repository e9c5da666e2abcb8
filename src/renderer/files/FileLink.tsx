import type { ReactElement } from 'react'
import { follow } from '../prose/follow'
import { goalOfFile } from '../prose/link-goal'
import { useSession } from '../session'

/** A file's path as a link to the form of its place or region, else to the line. An externally changed file is shown itself. */
export function FileLink({ path, line }: { path: string; line?: number | undefined }): ReactElement {
  const state = useSession((s) => s.present?.state)
  const isChanged = useSession((s) => s.present?.edits.some((edit) => edit.path === path) === true)
  const go = (): void => {
    if (state) follow(isChanged ? { what: 'file', path } : goalOfFile(path, state), line)
  }
  return (
    <button type="button" className="link mono file-link" onClick={go}>
      {path}
      {line === undefined ? '' : `:${line}`}
    </button>
  )
}
