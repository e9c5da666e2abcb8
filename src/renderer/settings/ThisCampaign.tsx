import { ChevronRight } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { DirectionFileInfo, MachineSettings, Seat, TableSettings } from '../../shared/table/turns'
import { api } from '../client'
import { savedEdit } from '../editing'
import { problemOf } from '../problem-of'
import { notify, useSession } from '../session'
import { Checkbox } from '../ui/Checkbox'
import { TextField } from '../ui/Field'
import { nameOf } from '../ui/names'
import { DirectionFields } from './DirectionFields'
import { faultsOf, formOf, settingsOf, TIERS, type TableForm } from './settings'
import { SeatLine } from './SeatLine'
import { settingsTexts as t } from './texts'

/** The switches of the table, each a field of the form with its label and hint. */
const SWITCHES = ['standIn', 'gate', 'sceneTrees', 'plans'] as const

/** The settings in table.yaml: agents, context and cost limit. Saving is one beat by the designer. */
export function ThisCampaign({
  settings,
  machine,
  files,
  commands,
  onSaved
}: {
  settings: TableSettings
  machine: MachineSettings
  files: readonly DirectionFileInfo[]
  commands: readonly string[]
  onSaved: (settings: TableSettings) => void
}): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const [people] = useState(() => ['DM', ...settings.party.filter((id) => own(actors, id)), ...others(settings.party, actors)])
  const [form, setForm] = useState<TableForm>(() => formOf(settings, people))
  const [advanced, setAdvanced] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const readOnly = useSession((s) => s.present?.campaign.readOnly)
  const faults = faultsOf(form)
  const next = settingsOf(form, settings)
  const same = JSON.stringify(next) === JSON.stringify(settingsOf(formOf(settings, people), settings))
  const seat = (who: string, assigned: Seat | undefined): void => setForm({ ...form, seats: { ...form.seats, [who]: assigned } })
  const save = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await savedEdit(await api.setTable.mutate(next))
      onSaved(next)
      notify(t.saved)
    } catch (error) {
      setProblem(problemOf(error).message)
    }
    setBusy(false)
  }
  return (
    <form
      className="settings-part"
      aria-labelledby="settings-campaign"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h3 id="settings-campaign">{t.campaign}</h3>
      <p className="hint">{t.campaignHint}</p>
      <fieldset className="seats" aria-label={t.seats}>
        {[...people, 'default'].map((who) => (
          <SeatLine
            key={who}
            name={who === 'default' ? t.everybodyElse : nameOf(actors, who)}
            seat={own(form.seats, who)}
            mayFollow={who !== 'default'}
            machine={machine}
            commands={commands}
            onChange={(assigned) => seat(who, assigned)}
          />
        ))}
      </fieldset>
      <h4>{t.direction}</h4>
      <p className="hint">{t.directionHint}</p>
      <DirectionFields
        form={form.direction}
        files={files}
        players={people.filter((who) => who !== 'DM').map((id) => ({ id, name: nameOf(actors, id) }))}
        onChange={(direction) => setForm({ ...form, direction })}
      />
      <TextField
        label={t.cap}
        value={form.cap}
        hint={t.capHint}
        fault={faults['cap']}
        className="short"
        placeholder="–"
        onChange={(cap) => setForm({ ...form, cap })}
      />
      {SWITCHES.map((name) => (
        <Checkbox key={name} label={t[name]} hint={t[`${name}Hint`]} checked={form[name]} onChange={(on) => setForm({ ...form, [name]: on })} />
      ))}
      <TextField
        label={t.judge}
        value={form.judge}
        hint={t.judgeHint}
        list="machine-models"
        placeholder={t.judgeNone}
        onChange={(judge) => setForm({ ...form, judge })}
      />
      <details className="settings-told" open={advanced} onToggle={(event) => setAdvanced(event.currentTarget.open)}>
        <summary>
          <ChevronRight size={13} aria-hidden="true" /> {t.contextSize}
        </summary>
        <TextField label={t.k} value={form.k} hint={t.kHint} fault={faults['k']} className="short" onChange={(k) => setForm({ ...form, k })} />
        <div className="numbers-row">
          {TIERS.map((tier) => (
            <TextField
              key={tier}
              label={t.tiers[tier]}
              value={form.tiers[tier]}
              fault={faults[tier]}
              className="short"
              onChange={(value) => setForm({ ...form, tiers: { ...form.tiers, [tier]: value } })}
            />
          ))}
        </div>
        <span className="hint">{t.tiersHint}</span>
      </details>
      {(problem ?? readOnly) && (
        <p className="fault" role="alert">
          {problem ?? readOnly}
        </p>
      )}
      <footer className="form-foot">
        <button type="submit" className="button main" disabled={busy || same || readOnly !== undefined || Object.keys(faults).length > 0}>
          {busy ? t.saving : t.save}
        </button>
      </footer>
    </form>
  )
}

/** Players who are missing from the party's order. */
function others(party: readonly string[], actors: Readonly<Record<string, { kind: string }>> | undefined): string[] {
  return Object.entries(actors ?? {}).flatMap(([id, { kind }]) => (kind === 'player' && !party.includes(id) ? [id] : []))
}
