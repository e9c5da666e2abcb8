import type { ReactElement } from 'react'
import type { Feature } from '../registry'
import { useSession } from '../session'
import { FileDialog } from './FileDialog'

function OpenFile({ onClose }: { onClose: () => void }): ReactElement | null {
  const file = useSession((s) => s.file)
  return file ? <FileDialog key={file.path} path={file.path} line={file.line} onClose={onClose} /> : null
}

/** A read-only view of a file of the campaign. */
export const files: Feature = { id: 'files', order: 12, dialogs: [{ id: 'file', body: OpenFile }] }
