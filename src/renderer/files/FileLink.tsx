import type { ReactElement } from 'react'
import { follow } from '../prose/follow'
import { goalOfFile } from '../prose/link-goal'
import { useSession } from '../session'

/**
 * The path of a file, and a way there: to the form of the place or region it is about, else to the file and the line. A form shows what is saved, so a
 * file that was changed outside is shown itself.
 */
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
