import { useEffect, useState, type ReactElement } from 'react'
import type { MachineSettings } from '../../shared/table/turns'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { notify } from '../session'
import { Form, TextField } from '../ui/Field'
import { Button } from '../ui/Parts'
import type { OnUnsaved } from './settings'

interface WorkersProps {
  machine: MachineSettings
  onChanged: (machine: MachineSettings) => void
  onUnsaved: OnUnsaved
}

/** The queue of workers on other machines that play what the lab begins. */
export function Workers({ machine: { queue, keeps }, onChanged, onUnsaved }: WorkersProps): ReactElement {
  const [url, setUrl] = useState(queue?.url ?? '')
  const [password, setPassword] = useState('')
  const [source, setSource] = useState(queue?.source ?? '')
  const [problem, setProblem] = useState<string>()
  const isNew = url.trim() !== (queue?.url ?? '') || password !== '' || source.trim() !== (queue?.source ?? '')
  useEffect(() => onUnsaved('workers', isNew), [onUnsaved, isNew])
  const save = async (): Promise<void> => {
    setProblem(undefined)
    const wanted = { url: url.trim(), ...(password === '' ? {} : { password }), ...(source.trim() === '' ? {} : { source: source.trim() }) }
    try {
      const machine = await api.setMachine.mutate({ queue: wanted.url === '' ? null : wanted })
      onChanged(machine)
      setUrl(machine.queue?.url ?? '')
      setPassword('')
      setSource(machine.queue?.source ?? '')
      notify('Saved on this machine.')
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  const hasPassword = queue?.hasPassword === true && url.trim() === queue.url
  return (
    <Form className="settings-part" aria-labelledby="settings-workers" onSubmit={() => void save()}>
      <h3 id="settings-workers">Workers for the lab</h3>
      <p className="hint">
        Workers on other machines can play the lab’s sessions. They meet at a Redis server; start each with <code>proscenium lab worker</code>.
      </p>
      <div className="numbers-row">
        <TextField
          label="Redis address"
          value={url}
          placeholder="redis://host:6379"
          hint="Leave empty to play on this machine."
          fault={problem}
          maxLength={2000}
          onChange={(text) => {
            setUrl(text)
            setProblem(undefined)
          }}
        />
        <TextField
          label={hasPassword ? 'New Redis password' : 'Redis password'}
          type="password"
          value={password}
          placeholder={hasPassword ? 'Saved' : ''}
          hint={keeps ? 'Stored in this system’s key store.' : 'Kept until you close Proscenium.'}
          maxLength={1000}
          onChange={setPassword}
        />
      </div>
      <TextField
        label="Repository for workers"
        value={source}
        placeholder="https://…"
        hint="Where they fetch the commit. Leave empty for this folder if Redis is on this machine, otherwise for the campaign’s git server."
        maxLength={2000}
        onChange={setSource}
      />
      <footer className="form-foot">
        <Button label="Save workers" main submit disabled={!isNew} />
      </footer>
    </Form>
  )
}
