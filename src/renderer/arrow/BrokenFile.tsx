import { useMemo, type ReactElement } from 'react'
import { repairOf } from '../../arrow'
import { diffLines, hunks } from '../../shared/base/diff-lines'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import { DiffLines } from '../ui/DiffLines'
import { Button, Scroll } from '../ui/Parts'
import { closeDocument, saveRepair } from './documents'
import { useArrow } from './state'
import { arrowTexts } from './arrow-texts'

const t = arrowTexts.broken
/** The longest text whose repair is shown line by line, in characters; comparing longer ones takes too long. */
const MAX_COMPARED = 400_000

/** A file that can't be opened: the reason, the changes of a repair, and the button that saves it. */
export function BrokenFile({ path }: { path: string }): ReactElement | null {
  const broken = useArrow((s) => s.broken[path])
  const text = broken?.text
  const isSaving = useArrow((s) => s.saving)
  const why = useSession(uneditableReason)
  const repair = useMemo(() => (text === undefined ? undefined : repairOf(text)), [text])
  const lines = useMemo(
    () => (repair && text !== undefined && text.length + repair.text.length <= MAX_COMPARED ? hunks(diffLines(text, repair.text)) : undefined),
    [repair, text]
  )
  if (!broken) return null
  return (
    <Scroll className="arrow-broken" label={t.title}>
      <h2>{t.title}</h2>
      <p className="mono">{path}</p>
      <p>{broken.problem.message}</p>
      {repair ? (
        <>
          <h3>What the repair changes</h3>
          <ul>
            {repair.done.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {lines && <DiffLines hunks={lines} />}
        </>
      ) : (
        <p>Proscenium can’t repair it. Correct the file in a text editor, or restore an earlier version.</p>
      )}
      <p className="arrow-buttons">
        {repair && why === undefined && (
          <Button label="Repair" main disabled={isSaving} onClick={() => void saveRepair(path, repair.document, repair.text)} />
        )}
        <Button label={arrowTexts.head.back} onClick={() => void closeDocument()} />
      </p>
      {why !== undefined && <p className="edit-shut">{why}</p>}
    </Scroll>
  )
}
