import { ChevronRight, FilePlus2, Search, Square, X } from 'lucide-react'
import { useEffect, type ReactElement } from 'react'
import type { DesignDocument } from '../../../shared/contract/design-documents'
import { useSession } from '../../session'
import { Pages } from '../../ui/Pages'
import { Button, IconButton, Tip } from '../../ui/Parts'
import { SearchField } from '../../ui/Field'
import { findInDesign, loadDesign, pickDesign, removeDesign, stopAdding, useDesign } from './state'
import { designTexts as t } from './design-texts'
import './design.css'
import { counted } from '../../ui/amounts'

/** The PDFs that the assistant searches: a list with their pages, buttons to add and remove them, and a search. */
export function DesignDocuments(): ReactElement {
  const { documents = [], adding, isOpen } = useDesign((s) => s)
  const isReadOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  const isKnown = useDesign((s) => s.documents !== undefined)
  useEffect(() => {
    if (!isKnown) void loadDesign()
  }, [isKnown])
  return (
    <details
      className="finding-group design-documents"
      open={isOpen || adding !== undefined}
      onToggle={({ currentTarget }) => useDesign.set({ isOpen: currentTarget.open })}
    >
      <summary>
        <ChevronRight size={13} aria-hidden="true" /> {documents.length === 0 ? 'Design documents' : `Design documents (${documents.length})`}
      </summary>
      <p className="quiet">{t.hint}</p>
      <ul className="design-list">
        {documents.map((one) => (
          <li key={one.id}>
            <Row document={one} isReadOnly={isReadOnly} />
          </li>
        ))}
      </ul>
      {adding ? <Adding /> : !isReadOnly && <AddButton />}
      {documents.length > 0 && <Find />}
    </details>
  )
}

const AddButton = (): ReactElement => <Button label="Add PDFs…" icon={<FilePlus2 size={13} aria-hidden="true" />} small onClick={pickDesign} />

function Adding(): ReactElement {
  const adding = useDesign((s) => s.adding)
  return (
    <p className="design-adding">
      <output>{adding && (adding.step === 'send' ? t.sending : t.reading)(adding.name, adding.done, adding.of)}</output>
      <Button label="Stop" icon={<Square size={13} aria-hidden="true" />} small onClick={stopAdding} />
    </p>
  )
}

function Row({ document, isReadOnly }: { document: DesignDocument; isReadOnly: boolean }): ReactElement {
  const { name } = document
  return (
    <>
      <p className="design-name">
        <span className="clip" title={name}>
          {name}
        </span>
        <span className={document.textPages === 0 ? 'fault' : 'quiet'}>{stateWords(document)}</span>
      </p>
      {!isReadOnly && (
        <Tip text="Remove">
          <IconButton label={`Remove ${name}`} icon={<X size={13} />} small onClick={() => void removeDesign(document)} />
        </Tip>
      )}
    </>
  )
}

/** The number of pages of a document, and the problems with some. */
function stateWords({ pages, textPages, damaged, unread, partial }: DesignDocument): string {
  const readable = pages - unread
  return [
    textPages === 0
      ? `${t.pages(pages)}, ${partial > 0 ? 'no readable text' : 'scanned, no text found'}`
      : textPages === readable
        ? t.pages(pages)
        : `${textPages.toLocaleString('en')} of ${counted(pages, 'page')} with text`,
    ...(partial > 0 ? [`${counted(partial, 'page')} with unknown characters`] : []),
    ...(damaged > 0 ? [`${counted(damaged, 'page')} damaged`] : []),
    ...(unread > 0 ? [`${counted(unread, 'page')} left out`] : [])
  ].join('; ')
}

function Find(): ReactElement {
  const { question, found } = useDesign((s) => s)
  return (
    <>
      <form
        className="design-find"
        onSubmit={(event) => {
          event.preventDefault()
          void findInDesign()
        }}
      >
        <SearchField label={t.find} maxLength={1000} query={question} onQuery={(question) => useDesign.set({ question })} />
        <Tip text={t.find}>
          <button type="submit" className="icon-button small" aria-label={t.find}>
            <Search size={13} />
          </button>
        </Tip>
      </form>
      {found?.passages.length === 0 && <output className="quiet">No page contains these words.</output>}
      {found && (
        <Pages
          className="design-found"
          items={found.passages}
          renderRow={({ name, page, text }) => (
            <>
              <cite>{`${name}, page ${page.toLocaleString('en')}`}</cite>
              <p>{text}</p>
            </>
          )}
        />
      )}
    </>
  )
}
