import { useRef, useState, type ReactElement } from 'react'
import { slug } from '../../shared/story/names'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { refetch } from '../sync'
import { useSession } from '../session'
import { Form, FormFoot, TextField } from '../ui/Field'
import { Modal } from '../ui/Parts'
import { texts } from '../ui/texts'
import { offerCreateHere } from '../operations'
import { remoteTexts as t } from './texts'

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
      .split('/')
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
