import type { ReactElement } from 'react'
import { DiffLines } from '../../ui/DiffLines'
import { Button, Modal, Scroll } from '../../ui/Parts'
import { saveTranslations, useImport } from './import'
import { exportTexts } from './export-texts'
import './import.css'

const t = exportTexts.import
const MAX_LISTED = 5

/** Shows the changes of an import of translations before it happens. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactElement | null {
  const translations = useImport((s) => s.translations)
  if (!translations) return null
  const { path, texts, taken, outdated, changed, removed, placeholders, hunks } = translations
  const [first] = outdated
  const some = Object.entries(taken).filter(([, n]) => n > 0)
  const isNew = hunks.some((hunk) => 'lines' in hunk)
  return (
    <Modal
      title={t.title}
      onClose={onClose}
      className="arrow-import"
      foot={<Button label={t.save} main disabled={!isNew || some.length === 0} onClick={() => void saveTranslations()} />}
    >
      {some.length === 0 ? <p>{t.none}</p> : !isNew && <p>{t.nothing}</p>}
      <ul>
        {some.map(([language, n]) => (
          <li key={language}>{t.taken(language, n, texts)}</li>
        ))}
      </ul>
      {first !== undefined && <p className="fault">{t.outdated(outdated.length, first)}</p>}
      {placeholders.length > 0 && (
        <ul className="fault">
          {placeholders.slice(0, MAX_LISTED).map((message) => (
            <li key={message}>{message}</li>
          ))}
          {placeholders.length > MAX_LISTED && <li>{t.more(placeholders.length - MAX_LISTED)}</li>}
        </ul>
      )}
      {changed.length > 0 && <p className="fault">{t.changed(changed.length)}</p>}
      {removed.length > 0 && <p className="quiet">{t.removed(removed.length)}</p>}
      {some.length > 0 && <p className="quiet">{t.into(path)}</p>}
      {isNew && (
        <Scroll className="arrow-import-lines" label={t.title}>
          <DiffLines hunks={hunks} />
        </Scroll>
      )}
    </Modal>
  )
}
