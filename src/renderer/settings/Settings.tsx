import { useCallback, useEffect, useState, type ReactElement } from 'react'
import type { DirectionFileInfo, MachineSettings, TableSettings } from '../../shared/table/turns'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { useSession, notify } from '../session'
import { Modal, RetryAlert, Button, Fault } from '../ui/Parts'
import { ThisCampaign } from './ThisCampaign'
import { ThisMachine } from './ThisMachine'
import { Workers } from './Workers'
import { slug } from '../../shared/story/names'
import { savedEdit } from '../editing'
import { count } from '../ui/amounts'
import { Field, Form, SelectField, TextField } from '../ui/Field'
import { settingsTexts as t } from './texts'
import { listed } from '../../shared/words/labels'
import type { OnUnsaved } from './settings'
import { DRAWS } from '../../shared/story/draws'
import './settings.css'

interface Known {
  machine: MachineSettings
  table: TableSettings | undefined
  files: readonly DirectionFileInfo[]
  commands: readonly string[]
}

/** The safe answer has the focus, so that Esc and then Enter lose nothing. */
const focusLast = (question: HTMLElement | null): void => question?.querySelector<HTMLElement>('button:last-child')?.focus()

/** The settings dialog: settings of the campaign and of this machine. */
export function SettingsDialog({ onClose }: { onClose: () => void }): ReactElement {
  const dir = useSession((s) => s.present?.campaign.dir)
  const [known, setKnown] = useState<Known>()
  const [problem, setProblem] = useState<string>()
  const read = useCallback(() => {
    Promise.all([
      api.machine.query(),
      dir === undefined ? undefined : api.tableSettings.query(),
      dir === undefined ? [] : api.directionFiles.query(),
      dir === undefined ? [] : api.tools.query().then(({ tools }) => tools.flatMap(({ kind, name }) => (kind === 'agent' ? [name] : [])))
    ]).then(
      ([machine, table, files, commands]) => {
        setProblem(undefined)
        setKnown({ machine, table, files, commands })
      },
      (error: unknown) => setProblem(problemOf(error).message)
    )
  }, [dir])
  useEffect(read, [read])
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const [isAsked, setIsAsked] = useState(false)
  const onUnsaved = useCallback(
    (part: string, isUnsaved: boolean) => setUnsaved((now) => [...now.filter((one) => one !== part), ...(isUnsaved ? [part] : [])]),
    []
  )
  // Esc was pressed while a save was on its way.
  useEffect(() => {
    if (isAsked && unsaved.length === 0) onClose()
  }, [isAsked, unsaved, onClose])
  const question = isAsked && unsaved.length > 0 && (
    <div role="alert" className="settings-unsaved" ref={focusLast}>
      <span>{`Not saved: ${listed(unsaved)}.`}</span>
      <Button label="Close without saving" onClick={onClose} />
      <Button label="Keep editing" main onClick={() => setIsAsked(false)} />
    </div>
  )
  return (
    <Modal title="Settings" onClose={() => (unsaved.length > 0 ? setIsAsked(true) : onClose())} foot={question} className="settings">
      {problem !== undefined && <RetryAlert problem={problem} again={read} />}
      {!known && problem === undefined && <p className="quiet">Reading the settings…</p>}
      {known && (
        <>
          {known.table ? (
            <>
              <ThisCampaign {...known} settings={known.table} onUnsaved={onUnsaved} onSaved={(table) => setKnown({ ...known, table })} />
              <DirectionFiles
                files={known.files}
                onUnsaved={onUnsaved}
                onSaved={async () => {
                  const files = await api.directionFiles.query()
                  setKnown((now) => now && { ...now, files })
                }}
              />
            </>
          ) : (
            <p className="quiet">Open a campaign to set the agents of its seats.</p>
          )}
          <ThisMachine
            machine={known.machine}
            onUnsaved={onUnsaved}
            hasCampaign={known.table !== undefined}
            onChanged={(machine) => setKnown({ ...known, machine })}
          />
          <Workers machine={known.machine} onUnsaved={onUnsaved} onChanged={(machine) => setKnown({ ...known, machine })} />
        </>
      )}
    </Modal>
  )
}

const NEW = ''

/** The text of the direction files. Saving one is a beat by the designer, which Undo reverts. */
function DirectionFiles({
  files,
  onSaved,
  onUnsaved
}: {
  files: readonly DirectionFileInfo[]
  onSaved: () => Promise<void>
  onUnsaved: OnUnsaved
}): ReactElement {
  const [path, setPath] = useState(files[0]?.path ?? NEW)
  const file = files.find((one) => one.path === path)
  const [draft, setDraft] = useState<string>()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const readOnly = useSession((s) => s.present?.campaign.readOnly)
  const text = draft ?? file?.text ?? (path === NEW ? '---\nname: \nweights: { talk: 1.5 }\n---\n' : '')
  const target = file?.path ?? `direction/${slug(name)}.md`
  const isTaken = !file && files.some((one) => one.path === target)
  useEffect(() => onUnsaved('a direction file', draft !== undefined && draft !== file?.text), [onUnsaved, draft, file])
  const select = (next: string): void => {
    setPath(next)
    setDraft(undefined)
    setProblem(undefined)
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await savedEdit(await api.saveDirection.mutate({ path: target, text }))
      await onSaved()
      setPath(target)
      setDraft(undefined)
      setName('')
      notify(`Saved ${target}.`)
    } catch (error) {
      setProblem(problemOf(error).message)
    }
    setBusy(false)
  }
  const wrong = problem ?? readOnly ?? file?.problem
  return (
    <Form className="settings-part" aria-labelledby="settings-direction" onSubmit={() => void save()}>
      <h3 id="settings-direction">Direction files</h3>
      <p className="hint">Markdown files in direction/. Each save is one beat, and Undo takes it back.</p>
      <div className="direction-file">
        <SelectField
          label="File"
          value={path}
          options={[...files.map((one) => ({ value: one.path, label: `${one.name} (${one.path})` })), { value: NEW, label: 'New file…' }]}
          onChange={select}
        />
        {!file && (
          <TextField
            label="Name of the new file"
            value={name}
            fault={isTaken ? `${target} already exists. Enter another name.` : undefined}
            maxLength={60}
            onChange={setName}
          />
        )}
      </div>
      <Field
        label="Text"
        hint={`About ${count(file && draft === undefined ? file.tokens : Math.ceil(text.length / 4))} tokens; a context has room for 500. In the front matter, name is the name in lists, and weights steer a persona, from 0 to 10: ${Object.keys(DRAWS).join(', ')}.`}
      >
        {(tied) => (
          <textarea
            {...tied}
            className="field-input direction-text"
            rows={9}
            spellCheck
            value={text}
            onChange={(event) => setDraft(event.target.value)}
          />
        )}
      </Field>
      <Fault>{wrong}</Fault>
      <footer className="form-foot">
        <Button
          label={busy ? t.saving : 'Save file as a beat'}
          main
          submit
          disabled={busy || readOnly !== undefined || isTaken || text.trim() === '' || (file ? text === file.text : name.trim() === '')}
        />
      </footer>
    </Form>
  )
}
