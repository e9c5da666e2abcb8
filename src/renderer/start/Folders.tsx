import { CornerLeftUp, Folder as FolderIcon, Theater } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import type { Folder } from '../../shared/story/campaign'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { Button, IconButton, Modal } from '../ui/Parts'
import { texts } from '../ui/texts'
import { Form } from '../ui/Field'

const t = { path: 'Folder' } as const

interface FoldersProps {
  accept: 'campaign' | 'any'
  onChoose: (dir: string) => void
  onClose: () => void
}

/** The window's folder browser: arrows and Enter navigate, Backspace goes up. `accept` is the purpose: opening a campaign, or choosing any folder. */
export function Folders({ accept, onChoose, onClose }: FoldersProps): ReactElement {
  const [folder, setFolder] = useState<Folder>()
  const [path, setPath] = useState('')
  const [problem, setProblem] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const requests = useRef(0)
  /** Whether the user has typed a path since the last request: a late answer must not replace it. */
  const isTyped = useRef(false)
  const go = useCallback((dir: string | undefined) => {
    const request = ++requests.current
    isTyped.current = false
    api.browse.query(dir === undefined ? {} : { dir }).then(
      (folder) => {
        if (request !== requests.current) return
        setFolder(folder)
        setProblem(undefined)
        if (isTyped.current) return
        setPath(folder.dir)
        list.current?.querySelector('button')?.focus()
      },
      (error: unknown) => request === requests.current && setProblem(problemOf(error).message)
    )
  }, [])
  useEffect(() => go(undefined), [go])

  const onKey = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((one) => one === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (to !== undefined) buttons[Math.max(0, Math.min(buttons.length - 1, to))]?.focus()
    else if (event.key === 'Backspace' && folder?.parent !== undefined) go(folder.parent)
    else return
    event.preventDefault()
  }
  const isForeign = folder?.isRepository === true && !folder.isCampaign
  const able = folder !== undefined && (accept === 'any' || folder.isCampaign || isForeign)
  return (
    <Modal
      title={accept === 'any' ? 'Choose a folder' : 'Open a folder'}
      onClose={onClose}
      className="folders"
      foot={
        <>
          {accept === 'campaign' && folder && !folder.isCampaign && (
            <p className="quiet folders-note">
              {isForeign ? 'This git repository contains no campaign.' : 'This folder isn’t a campaign. Select one that is marked “campaign”.'}
            </p>
          )}
          <Button
            label={accept === 'any' ? 'Use this folder' : isForeign ? 'Create a campaign here…' : 'Open campaign'}
            main
            disabled={!able}
            onClick={() => folder && onChoose(folder.dir)}
          />
        </>
      }
    >
      <Form className="folders-path" onSubmit={() => go(path)}>
        <IconButton
          label="Up one folder"
          icon={<CornerLeftUp size={15} />}
          disabled={folder?.parent === undefined}
          onClick={() => go(folder?.parent)}
        />
        <input
          className="field-input mono"
          aria-label={t.path}
          value={path}
          spellCheck={false}
          onChange={(event) => {
            isTyped.current = true
            setPath(event.target.value)
          }}
        />
        <Button label="Go" submit />
      </Form>
      {problem && (
        <p className="folders-problem" role="alert">
          {problem}
        </p>
      )}
      <ul ref={list} className="folders-list scrolls" aria-label={t.path}>
        {folder?.folders.map((one) => (
          <li key={one.dir}>
            <button type="button" onKeyDown={onKey} onClick={() => (one.isCampaign && accept === 'campaign' ? onChoose(one.dir) : go(one.dir))}>
              {one.isCampaign ? <Theater size={15} aria-hidden="true" /> : <FolderIcon size={15} aria-hidden="true" />}
              <span className="clip">{one.name}</span>
              {one.isCampaign && <span className="badge">campaign</span>}
            </button>
          </li>
        ))}
        {folder?.folders.length === 0 && <li className="quiet folders-empty">This folder contains no folders.</li>}
        {!folder && !problem && <li className="quiet folders-empty">{texts.loading}</li>}
      </ul>
      {folder?.truncated && <p className="quiet">The list shows the first folders only. Type a path to go to another one.</p>}
    </Modal>
  )
}
