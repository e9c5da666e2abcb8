import { counted } from '../ui/amounts'
import { useEffect, useState, type ReactElement, useRef, useLayoutEffect } from 'react'
import type { Remote } from '../../shared/contract/folder-calls'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { notify, useSession } from '../session'
import { Form, TextField, FormFoot } from '../ui/Field'
import { Button, LinkButton, Modal, Fault } from '../ui/Parts'
import { playOnFetched } from '../branch-operations'
import { slug } from '../../shared/story/names'
import { refetch } from '../sync'
import { texts } from '../ui/texts'
import { offerCreateHere } from '../operations'
import './remotes.css'

const t = {
  catchUp: 'Update branch',
  playOn: 'Continue on a new branch',
  aheadBehind: ({ ahead, behind }: { ahead: number; behind: number }): string =>
    [ahead > 0 ? `${counted(ahead, 'beat')} ahead` : '', behind > 0 ? `${counted(behind, 'beat')} behind` : ''].filter(Boolean).join(', '),
  add: 'Add a repository',
  url: 'Repository address',
  urlHint: 'https://…, without a user name or password, or user@host:path for SSH',
  token: 'Token',
  tokenHint: 'For https only. This machine stores the token and sends it to this server only',
  tokenFor: (name: string): string => `Token for ${name}`
} as const

/** The running operation as `verb remote branch`; one at a time. */
type PendingOperation = { what: 'fetch' | 'push' | 'other'; remote: string; branch?: string }

/** The dialog of remote repositories: fetch, push, catch up, and how far each branch is ahead or behind. */
export function RemotesDialog({ onClose }: { onClose: () => void }): ReactElement {
  const branch = useSession((s) => s.present?.branch ?? '')
  const readOnly = useSession((s) => s.present?.campaign.readOnly)
  const [remotes, setRemotes] = useState<Remote[]>()
  const [doing, setDoing] = useState<PendingOperation>()
  const [problem, setProblem] = useState<string | undefined>(readOnly)
  const [asking, setAsking] = useState<{ remote: string; retry?: () => Promise<boolean> }>()
  const work = async (next: PendingOperation, call: () => Promise<Remote[] | undefined>, notice?: string): Promise<boolean> => {
    setDoing(next)
    setProblem(undefined)
    try {
      const answer = await call()
      if (answer) setRemotes(answer)
      if (notice) notify(notice)
      setAsking(undefined)
      return true
    } catch (error) {
      const { message, data } = problemOf(error)
      setProblem(message)
      if (data?.['wants'] === 'token') setAsking({ remote: next.remote, retry: () => work(next, call, notice) })
      return false
    } finally {
      setDoing(undefined)
    }
  }
  const keep = async ({ name, url }: Remote, token: string | undefined): Promise<void> => {
    const retry = asking?.retry
    const notice = token === undefined ? `Deleted the token for ${name}.` : `Saved the token for ${name}.`
    const saved = await work({ what: 'other', remote: name }, () => api.setToken.mutate({ url, token }).then(() => api.remotes.query()), notice)
    if (saved) await retry?.()
  }
  useEffect(() => void api.remotes.query().then(setRemotes, (error: unknown) => setProblem(problemOf(error).message)), [])
  const idle = doing === undefined && readOnly === undefined
  return (
    <Modal title="Shared copies of this campaign" onClose={onClose} className="wide">
      <p className="quiet">
        {remotes?.length === 0
          ? 'This campaign has no shared copy. Add a repository to share it.'
          : 'A shared copy is this campaign on a git server. Proscenium fetches and pushes branches only when you press a button.'}
      </p>
      <Fault>{problem}</Fault>
      {!remotes && problem === undefined && <p className="quiet">Reading the shared copies…</p>}
      {remotes?.map((one) => (
        <section key={one.name} className="remote" aria-label={one.name}>
          <header>
            <h3>{one.name}</h3>
            <span className="mono clip" title={one.url}>
              {one.url}
            </span>
            <Button
              label={doing?.what === 'fetch' && doing.remote === one.name ? 'Fetching…' : 'Fetch'}
              small
              title="Download the server’s commits; your branches stay as they are"
              disabled={!idle}
              onClick={() =>
                void work(
                  { what: 'fetch', remote: one.name },
                  () => api.fetchRemote.mutate({ name: one.name }),
                  `Fetched the branches of ${one.name}.`
                )
              }
            />
            <Button
              label={doing?.what === 'push' && doing.remote === one.name ? 'Pushing…' : `Push ${branch}`}
              main
              small
              disabled={!idle}
              onClick={() =>
                void work(
                  { what: 'push', remote: one.name },
                  () => api.pushBranch.mutate({ remote: one.name, branch }),
                  `Pushed ${branch} to ${one.name}.`
                )
              }
            />
            {!one.isSsh && (
              <Button
                label="Set token…"
                small
                aria-expanded={asking?.remote === one.name}
                disabled={!idle}
                onClick={() => setAsking(asking?.remote === one.name ? undefined : { remote: one.name })}
              />
            )}
            <Button
              label="Remove repository"
              small
              disabled={!idle}
              onClick={() => void work({ what: 'other', remote: one.name }, () => api.removeRemote.mutate({ name: one.name }))}
            />
          </header>
          {asking?.remote === one.name && (
            <RemoteToken
              key={asking.retry ? 'again' : 'new'}
              remote={one}
              retry={asking.retry !== undefined}
              idle={idle}
              onKeep={(token) => void keep(one, token)}
            />
          )}
          <Branches
            remote={one}
            idle={idle}
            onCatchUp={(name) =>
              void work({ what: 'other', remote: one.name }, () => api.catchUp.mutate({ remote: one.name, branch: name }), `Updated branch ${name}.`)
            }
            onPlayOn={(name, head) =>
              void work({ what: 'other', remote: one.name }, async () => {
                if (await playOnFetched(name, head)) onClose()
                return undefined
              })
            }
          />
        </section>
      ))}
      {remotes && readOnly === undefined && (
        <AddRemote
          first={remotes.length === 0}
          idle={idle}
          onAdd={(remote) => work({ what: 'other', remote: remote.name }, () => api.addRemote.mutate(remote))}
        />
      )}
    </Modal>
  )
}

interface BranchesProps {
  remote: Remote
  idle: boolean
  onCatchUp: (branch: string) => void
  onPlayOn: (branch: string, head: string) => void
}

function Branches({ remote, idle, onCatchUp, onPlayOn }: BranchesProps): ReactElement | null {
  if (remote.branches.length === 0) return null
  return (
    <table className="remote-branches">
      <thead>
        <tr>
          <th scope="col">Branch</th>
          <th scope="col">Your branch is</th>
          <th scope="col">
            <span className="unseen">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {remote.branches.map(({ name, head, here }) => (
          <tr key={name}>
            <th scope="row" className="clip">
              {name}
            </th>
            <td className="numbers">
              {here === undefined
                ? 'not on this machine'
                : here === 'unrelated'
                  ? 'unrelated'
                  : here.ahead + here.behind === 0
                    ? 'up to date'
                    : t.aheadBehind(here)}
            </td>
            <td>
              {typeof here === 'object' && here.behind > 0 && here.ahead === 0 && (
                <LinkButton label={t.catchUp} disabled={!idle} aria-label={`${t.catchUp}: ${name}`} onClick={() => onCatchUp(name)} />
              )}
              {(here === undefined || here === 'unrelated' || (here.behind > 0 && here.ahead > 0)) && (
                <LinkButton label={t.playOn} disabled={!idle} aria-label={`${t.playOn}: ${name}`} onClick={() => onPlayOn(name, head)} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface AddRemoteProps {
  first: boolean
  idle: boolean
  onAdd: (remote: { name: string; url: string; token?: string }) => Promise<boolean>
}

function AddRemote({ first, idle, onAdd }: AddRemoteProps): ReactElement {
  const [name, setName] = useState(first ? 'origin' : '')
  const [url, setUrl] = useState('')
  const [token, setToken] = useState('')
  const add = async (): Promise<void> => {
    const done = await onAdd({ name: name.trim(), url: url.trim(), ...(token.trim() ? { token: token.trim() } : {}) })
    if (!done) return
    setName('')
    setUrl('')
    setToken('')
  }
  return (
    <Form className="remote-add" aria-label={t.add} onSubmit={() => void add()}>
      <h3>{t.add}</h3>
      <TextField label="Name" mono required value={name} maxLength={100} onChange={setName} />
      <TextField label={t.url} hint={t.urlHint} mono required value={url} maxLength={2000} onChange={setUrl} />
      <TextField label={t.token} hint={t.tokenHint} type="password" value={token} maxLength={2000} onChange={setToken} />
      <footer className="form-foot">
        <Button label="Add repository" submit disabled={!idle || !name.trim() || !url.trim()} />
      </footer>
    </Form>
  )
}

/** The dialog that clones a campaign from a git server and opens it. Closing it cancels a running clone. */
export function CloneDialog({ onClose }: { onClose: () => void }): ReactElement {
  const home = useSession((s) => s.host?.home ?? '')
  const [url, setUrl] = useState('')
  const [typed, setTyped] = useState<string>()
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<string>()
  const work = useRef<AbortController>(undefined)
  const [working, setWorking] = useState(false)
  const last =
    url
      .replace(/\/+$/, '')
      .split(/[/:]/)
      .at(-1)
      ?.replace(/\.git$/, '') ?? ''
  const dir = typed ?? `${home}${home.includes('\\') ? '\\' : '/'}${slug(last || 'story')}`
  const leave = (): void => {
    work.current?.abort()
    onClose()
  }
  const clone = async (): Promise<void> => {
    setProblem(undefined)
    setWorking(true)
    work.current = new AbortController()
    try {
      await api.clone.mutate({ url: url.trim(), dir: dir.trim(), ...(token.trim() ? { token: token.trim() } : {}) }, { signal: work.current.signal })
      await refetch()
      onClose()
    } catch (error) {
      if (!work.current.signal.aborted && !offerCreateHere(error)) setProblem(problemOf(error).message)
    } finally {
      setWorking(false)
    }
  }
  return (
    <Modal title={texts.clone.title} onClose={leave}>
      <Form onSubmit={() => void clone()}>
        <TextField label={t.url} hint={t.urlHint} fault={problem} mono required value={url} maxLength={2000} onChange={setUrl} />
        <TextField label="Folder" hint="A new or empty folder" mono required value={dir} onChange={setTyped} />
        <TextField label={t.token} hint={t.tokenHint} type="password" value={token} maxLength={2000} onChange={setToken} />
        <FormFoot onCancel={leave} submit={working ? 'Cloning…' : 'Clone'} disabled={working || !url.trim() || !dir.trim()} />
      </Form>
    </Modal>
  )
}

interface RemoteTokenProps {
  remote: Remote
  retry: boolean
  idle: boolean
  onKeep: (token: string | undefined) => void
}

/** Asks for the token of a known server. `retry` repeats the refused operation with it. */
function RemoteToken({ remote, retry, idle, onKeep }: RemoteTokenProps): ReactElement {
  const [token, setToken] = useState('')
  const plain = token.trim()
  const form = useRef<HTMLFormElement>(null)
  // The field was opened on request or after a refusal, so it takes the focus.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <Form ref={form} className="remote-token" aria-label={t.tokenFor(remote.name)} onSubmit={() => onKeep(plain || undefined)}>
      <TextField
        label={t.tokenFor(remote.name)}
        hint={
          remote.token && !retry ? 'This server has a token. Enter a new token to replace it, or leave the field empty to delete it' : t.tokenHint
        }
        type="password"
        value={token}
        maxLength={2000}
        onChange={setToken}
      />
      <Button label={retry ? 'Save token and try again' : 'Save token'} small submit disabled={!idle || (plain === '' && (retry || !remote.token))} />
    </Form>
  )
}
