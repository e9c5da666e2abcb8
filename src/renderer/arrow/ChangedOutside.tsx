import type { ReactElement } from 'react'
import { mergeDocuments, withOwnIds } from '../../arrow'
import { notify } from '../session'
import { keepVersion } from './documents'
import { useArrow } from './state'
import { arrowTexts } from './arrow-texts'
import { Button } from '../ui/Parts'

const t = arrowTexts.changed

/** Asks which version of a document to keep if its file changed while it had unsaved changes. */
export function ChangedOutside({ path }: { path: string }): ReactElement | null {
  const one = useArrow((s) => s.open[path])
  if (one?.theirs === undefined) return null
  const { theirs, saved, document } = one
  return (
    <section className="banner" aria-label={t.title} role="alert">
      <p>
        <b>{t.title}</b>{' '}
        {theirs === null
          ? 'The file of this document was deleted. Saving creates it again.'
          : 'The file on disk has changed since you opened it, and you have unsaved changes.'}
      </p>
      <span className="banner-buttons">
        <Button label="Keep mine" small onClick={() => keepVersion(path, 'mine')} />
        {theirs && (
          <>
            <Button label="Take theirs" small onClick={() => keepVersion(path, 'theirs')} />
            {saved && (
              <Button
                label="Merge both"
                small
                main
                onClick={() => {
                  const { document: merged, conflicts } = mergeDocuments(saved, withOwnIds(saved, document, theirs.document), theirs.document)
                  keepVersion(path, { merged })
                  notify(t.merged(conflicts))
                }}
              />
            )}
          </>
        )}
      </span>
    </section>
  )
}
