import type { ReactElement } from 'react'
import { DiffLines } from '../../ui/DiffLines'
import { Button, Modal, Scroll } from '../../ui/Parts'
import { saveTranslations, useImport } from './import'
import { exportTexts } from './export-texts'
import './import.css'
import { counted } from '../../ui/amounts'

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
      foot={<Button label="Save translations" main disabled={!isNew || some.length === 0} onClick={() => void saveTranslations()} />}
    >
      {some.length === 0 ? <p>{t.none}</p> : !isNew && <p>The document has all of these translations already.</p>}
      <ul>
        {some.map(([language, n]) => (
          <li key={language}>{`${language}: ${n.toLocaleString('en')} of ${texts.toLocaleString('en')} texts`}</li>
        ))}
      </ul>
      {first !== undefined && <p className="fault">{t.outdated(outdated.length, first)}</p>}
      {placeholders.length > 0 && (
        <ul className="fault">
          {placeholders.slice(0, MAX_LISTED).map((message) => (
            <li key={message}>{message}</li>
          ))}
          {placeholders.length > MAX_LISTED && <li>{`${counted(placeholders.length - MAX_LISTED, 'more translation')} with other placeholders`}</li>}
        </ul>
      )}
      {changed.length > 0 && <p className="fault">{t.changed(changed.length)}</p>}
      {removed.length > 0 && (
        <p className="quiet">{`${removed.length === 1 ? 'One text is' : `${removed.length.toLocaleString('en')} texts are`} gone from the document and from the file.`}</p>
      )}
      {some.length > 0 && <p className="quiet">{`Proscenium saves the translations in ${path}, beside the document. Exports read that file.`}</p>}
      {isNew && (
        <Scroll className="arrow-import-lines" label={t.title}>
          <DiffLines hunks={hunks} />
        </Scroll>
      )}
    </Modal>
  )
}
