import { useState, type ReactElement } from 'react'
import type { MachineChange, MachineSettings, TryOut } from '../../shared/turns'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { news } from '../session'
import { count, sent, span } from '../ui/amounts'
import { TextField } from '../ui/Field'
import { settingsTexts as t } from '../ui/settings-texts'

/** What this machine knows for asking models: key, address, model, and which campaigns may. */
export function ThisMachine({
  machine,
  hasCampaign,
  onChanged
}: {
  machine: MachineSettings
  hasCampaign: boolean
  onChanged: (machine: MachineSettings) => void
}): ReactElement {
  const [key, setKey] = useState('')
  const [baseUrl, setBaseUrl] = useState(machine.baseUrl ?? '')
  const [model, setModel] = useState(machine.model)
  const [problem, setProblem] = useState<string>()
  const [trial, setTrial] = useState<TryOut | 'asking'>()
  const change = async (part: MachineChange): Promise<boolean> => {
    setProblem(undefined)
    setTrial(undefined)
    try {
      onChanged(await api.setMachine.mutate(part))
      return true
    } catch (error) {
      setProblem(problemOf(error).message)
      return false
    }
  }
  const isNew = key.trim() !== '' || baseUrl.trim() !== (machine.baseUrl ?? '') || model.trim() !== machine.model
  const save = async (): Promise<void> => {
    const done = await change({
      ...(key.trim() === '' ? {} : { key: key.trim() }),
      baseUrl: baseUrl.trim() || null,
      model: model.trim() || null
    })
    if (!done) return
    setKey('')
    news(t.savedHere)
  }
  const tryIt = (): void => {
    setTrial('asking')
    api.tryModel.mutate({}).then(setTrial, (error: unknown) => setTrial({ ok: false, words: problemOf(error).message, ms: 0 }))
  }
  const canKeep = machine.key !== 'environment'
  return (
    <form
      className="settings-part"
      aria-labelledby="settings-machine"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h3 id="settings-machine">{t.machine}</h3>
      <p className="hint">{t.machineHint}</p>
      <div className="key-line">
        <p className={machine.key === 'none' ? '' : 'good'}>{t.keyWhere[machine.key] ?? t.keyNone}</p>
        {machine.key !== 'none' && canKeep && (
          <button type="button" className="button small" onClick={() => void change({ key: null })}>
            {t.forget}
          </button>
        )}
      </div>
      {canKeep && (
        <TextField
          label={machine.key === 'none' ? t.key : t.keyNew}
          type="password"
          value={key}
          placeholder={t.keyPlaceholder}
          hint={machine.keeps ? t.keyKeeps : t.keyForgets}
          onChange={setKey}
        />
      )}
      <div className="numbers-row">
        <TextField label={t.machineModel} value={model} list="machine-models" onChange={setModel} />
        <datalist id="machine-models">
          {machine.models.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        <TextField label={t.baseUrl} value={baseUrl} hint={t.baseUrlHint} placeholder="https://…" onChange={setBaseUrl} />
      </div>
      {hasCampaign && (
        <label className="check">
          <input type="checkbox" checked={machine.allowed} onChange={(event) => void change({ allowed: event.target.checked })} />
          <span>
            {t.allow}
            <small>{t.allowHint}</small>
          </span>
        </label>
      )}
      {problem !== undefined && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <footer className="form-foot">
        <output className={`trial ${typeof trial === 'object' && !trial.ok ? 'fault' : ''}`} aria-live="polite">
          {trial === 'asking' ? t.trying : trial ? tried(trial) : t.tryHint}
        </output>
        <button type="button" className="button" disabled={isNew || trial === 'asking'} onClick={tryIt}>
          {t.tryIt}
        </button>
        <button type="submit" className="button main" disabled={!isNew}>
          {t.keep}
        </button>
      </footer>
    </form>
  )
}

/** How a trial went: its words, which name the cost, how long it took, what it used. */
function tried({ words, ms, usage }: TryOut): string {
  const used = usage ? [t.tokens(count(sent(usage) + usage.output))] : []
  return [words, ...(ms > 0 ? [span(ms)] : []), ...used].join(' · ')
}
