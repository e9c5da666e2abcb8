import type { ReactElement } from 'react'
import { mergeDocuments, withOwnIds } from '../../arrow'
import { notify } from '../session'
import { ChangedOnDisk } from '../ui/ChangedOnDisk'
import { Button } from '../ui/Parts'
import { documentFiles } from './document-files'
import { useArrow } from './state'
import { arrowTexts } from './arrow-texts'

/** Asks which version of a document to keep if its file changed while it had unsaved changes. */
export function ChangedOutside({ path }: { path: string }): ReactElement | null {
  const one = useArrow((s) => s.open[path])
  if (one?.theirs === undefined) return null
  const { saved, document } = one
  const theirs = one.theirs?.content
  const merge = (): void => {
    if (!saved || !theirs) return
    const { document: merged, conflicts } = mergeDocuments(saved, withOwnIds(saved, document, theirs), theirs)
    documentFiles.keepVersion(path, { merged })
    notify(arrowTexts.changed.merged(conflicts))
  }
  return (
    <ChangedOnDisk what="document" isGone={one.theirs === null} onKeep={(version) => documentFiles.keepVersion(path, version)}>
      {saved && <Button label="Merge both" small main onClick={merge} />}
    </ChangedOnDisk>
  )
}
