import { GitCompareArrows, RotateCcw } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import type { FileHistory, FileVersion } from '../../../shared/contract/workshop-calls'
import { api } from '../../client'
import { uneditableReason, savedEdit } from '../../editing'
import { runCall } from '../../run-call'
import { goTo, notify, useSession } from '../../session'
import { Query, useQuery } from '../../ui/Query'
import { useWorkshop } from '../state'
import { workshopTexts } from '../texts'
import { Button, IconButton, LinkButton } from '../../ui/Parts'
import { Form } from '../../ui/Field'
import { heldWords } from '../../edited-files'
import { compareWithDisk, readFile } from '../documents'
import { clipped } from '../../../shared/words/clipped'

const t = workshopTexts.history

const ask = (path: string, _head: string, signal: AbortSignal): Promise<FileHistory> => api.fileHistory.query({ path }, { signal })

/** The beats that changed the active file: view, compare or restore each of its versions. */
export default function HistoryPanel(): ReactElement {
  const active = useWorkshop((s) => s.active)
  return active === undefined ? <p className="quiet">Open a file to see its history.</p> : <Versions key={active} path={active} />
}

function Versions({ path }: { path: string }): ReactElement {
  const head = useSession((s) => s.present?.head ?? '')
  const asked = useQuery(path, head, ask)
  return (
    <div className="workshop-history" aria-busy={asked.waiting}>
      <AnyBeat path={path} />
      <Query {...asked} waits="Reading the history…">
        {(first) =>
          first.versions.length === 0 && first.next === undefined ? (
            <p className="quiet">No beat has changed this file yet.</p>
          ) : (
            <List key={head} path={path} first={first} />
          )
        }
      </Query>
    </div>
  )
}

function List({ path, first }: { path: string; first: FileHistory }): ReactElement {
  const [more, setMore] = useState<FileHistory>()
  const shut = useSession(uneditableReason)
  const isDirty = useWorkshop((s) => own(s.open, path)?.isDirty === true)
  const versions = [...first.versions, ...(more?.versions ?? [])]
  const { next } = more ?? first
  const load = async (): Promise<void> => {
    const page = await runCall(() => api.fileHistory.query({ path, ...(next === undefined ? {} : { from: next }) }))
    if (page) setMore({ ...page, versions: [...(more?.versions ?? []), ...page.versions] })
  }
  const why = shut ?? (isDirty ? 'Save or discard your unsaved changes first.' : undefined)
  return (
    <>
      <ul className="workshop-versions">
        {versions.map((one, i) => (
          <Version key={one.commit} path={path} one={one} isNow={i === 0} why={why} />
        ))}
      </ul>
      {next !== undefined && <Button label="Show earlier versions" small onClick={() => void load()} />}
    </>
  )
}

function Version({ path, one, isNow, why }: { path: string; one: FileVersion; isNow: boolean; why: string | undefined }): ReactElement {
  const { commit, n, subject, version } = one
  return (
    <li>
      <LinkButton label={t.beat(n)} className="numbers" onClick={() => goTo(commit)} />
      <span className="clip" title={subject}>
        {subject}
      </span>
      {version === null ? (
        <span className="quiet">removed</span>
      ) : (
        <>
          <IconButton label={t.compare(n)} icon={<GitCompareArrows size={14} />} tip small onClick={() => compareWith(path, commit, n)} />
          {!isNow && (
            <IconButton
              label={t.restore(n)}
              icon={<RotateCcw size={14} />}
              tip={why ?? t.restore(n)}
              small
              aria-disabled={why !== undefined}
              onClick={() => (why === undefined ? void restoreVersion(path, commit, n) : notify(why))}
            />
          )}
        </>
      )}
    </li>
  )
}

const compareWith = (path: string, commit: string, n: number): void =>
  useWorkshop.set({ comparison: { what: 'commit', path, commit, label: t.beat(n) } })

function AnyBeat({ path }: { path: string }): ReactElement {
  const line = useSession((s) => s.line)
  const [text, setText] = useState('')
  const wanted = /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
  const beat = wanted === undefined ? undefined : line.find(({ n }) => n === wanted)
  return (
    <Form
      className="workshop-any"
      onSubmit={() => {
        if (beat) compareWith(path, beat.id, beat.n)
        else notify(`This branch has no beat ${text.trim()}. Enter the number of a beat on this branch.`)
      }}
    >
      <label htmlFor="workshop-beat">Compare with beat</label>
      <input id="workshop-beat" className="field-input" inputMode="numeric" value={text} onChange={({ target }) => setText(target.value)} />
      <Button label="Compare" small submit disabled={text.trim() === ''} />
    </Form>
  )
}

const restoreTexts = workshopTexts

async function restoreVersion(path: string, commit: string, n: number): Promise<void> {
  const done = await runCall(async () => {
    const [{ text }, versions] = await Promise.all([api.fileText.query({ path, at: commit }), api.fileVersions.query({ paths: [path] })])
    const subject = clipped(restoreTexts.history.restores(n, path), 300)
    return api.saveText.mutate({ path, text, subject, over: own(versions, path) ?? null })
  })
  if (!done) return
  if ('held' in done) notify(heldWords(done.held.message))
  else await savedEdit(done.beat)
  await compareWithDisk()
  await readFile(path)
}
