import { useEffect, useRef, type ReactElement } from 'react'
import { openAt } from '../../files/open-at'
import { isEditable } from '../../editing'
import { KIND_NOUNS } from '../../../shared/story/rule-names'
import { Checkbox, Form } from '../../ui/Field'
import { Pages } from '../../ui/Pages'
import { useSession } from '../../session'
import { searchTexts as t } from '../language/texts'
import { placesByFile, replaceable, replaceAll, startSearch, stopSearch, useSearch } from './state'
import './search.css'
import { counted } from '../../ui/amounts'
import { Button, LinkButton } from '../../ui/Parts'

/** Searches and replaces in all files, and lists the references of a name. */
export default function SearchPanel(): ReactElement {
  const references = useSearch((s) => s.references)
  return <div className="workshop-search">{references ? <References /> : <SearchForm />}</div>
}

function SearchForm(): ReactElement {
  const { search, replacement, focus } = useSearch((s) => s)
  const canReplace = useSession(isEditable) && replaceable().length > 0
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focus >= 0) field.current?.select()
  }, [focus])
  const change = (part: Partial<typeof search>): void => useSearch.set({ search: { ...search, ...part } })
  return (
    <>
      <Form onSubmit={startSearch}>
        <label>
          <span>Search for</span>
          <input
            ref={field}
            className="field-input mono"
            spellCheck={false}
            value={search.text}
            onChange={(event) => change({ text: event.target.value })}
          />
        </label>
        <label>
          <span>Replace with</span>
          <input
            className="field-input mono"
            spellCheck={false}
            value={replacement}
            onChange={(event) => useSearch.set({ replacement: event.target.value })}
          />
        </label>
        <label>
          <span>Files</span>
          <input
            className="field-input mono"
            spellCheck={false}
            placeholder="Parts of paths, such as rules/*.yaml, !sessions"
            value={search.paths}
            onChange={(event) => change({ paths: event.target.value })}
          />
        </label>
        <fieldset aria-label={t.title}>
          {(['matchCase', 'wholeWord', 'regex'] as const).map((option) => (
            <Checkbox key={option} label={t[option]} checked={search[option]} onChange={(checked) => change({ [option]: checked })} />
          ))}
          <Button label="Search" main small submit disabled={search.text === ''} />
          <Button label="Replace all" small disabled={!canReplace} onClick={() => void replaceAll()} />
        </fieldset>
      </Form>
      <Found />
    </>
  )
}

function Found(): ReactElement | null {
  const { files, progress, note, without } = useSearch((s) => s)
  if (!progress) return null
  const matches = files.reduce((sum, file) => sum + file.matches.length, 0)
  return (
    <>
      <output className="quiet">
        {progress.isDone
          ? matches === 0
            ? 'No file matches.'
            : `${counted(matches, 'match', 'matches')} in ${counted(files.length, 'file')}`
          : `Searching… ${progress.searched} of ${counted(progress.of, 'file')}`}
        {!progress.isDone && <LinkButton label="Stop" onClick={stopSearch} />}
      </output>
      {note !== undefined && <p role="alert">{note}</p>}
      <Pages
        className="workshop-found"
        items={files}
        renderRow={({ path, matches: list }) => (
          <>
            <label className="check mono">
              <input
                type="checkbox"
                checked={!without.includes(path)}
                onChange={() => useSearch.set({ without: without.includes(path) ? without.filter((one) => one !== path) : [...without, path] })}
              />{' '}
              {path} ({list.length})
            </label>
            <ul>
              {list.map(({ line, column, text, from, to, replacement }) => (
                <li key={`${line}:${column}`}>
                  <Row path={path} line={line} column={column}>
                    {text.slice(0, from)}
                    {replacement === undefined ? (
                      <mark>{text.slice(from, to)}</mark>
                    ) : (
                      <>
                        <del>{text.slice(from, to)}</del>
                        <ins>{replacement}</ins>
                      </>
                    )}
                    {text.slice(to)}
                  </Row>
                </li>
              ))}
            </ul>
          </>
        )}
      />
    </>
  )
}

function Row({ path, line, column, children }: { path: string; line: number; column: number; children: React.ReactNode }): ReactElement {
  return (
    <button type="button" className="workshop-place" onClick={() => openAt(path, line, column)}>
      <span className="numbers quiet">{line}</span>
      <span className="mono clip">{children}</span>
    </button>
  )
}

function References(): ReactElement | null {
  const references = useSearch((s) => s.references)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (references) list.current?.querySelector<HTMLElement>('.workshop-place')?.focus()
  }, [references])
  if (!references) return null
  const { kind, id } = references
  const files = placesByFile(references)
  const count = files.reduce((sum, [, places]) => sum + places.length, 0)
  return (
    <div ref={list}>
      <output className="quiet">
        {`${counted(count, 'place')} with the ${KIND_NOUNS[kind]} ${id}`}{' '}
        <LinkButton label="Close the references" onClick={() => useSearch.set({ references: undefined })} />
      </output>
      <Pages
        className="workshop-found"
        items={files}
        renderRow={([path, places]) => (
          <>
            <span className="mono">{path}</span>
            <ul>
              {places.map(({ line, column, text, what }) => (
                <li key={`${line}:${column}`}>
                  <Row path={path} line={line} column={column}>
                    {text} {what !== undefined && <span className="quiet">{what}</span>}
                  </Row>
                </li>
              ))}
            </ul>
          </>
        )}
      />
    </div>
  )
}
