import { ChevronRight } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { DirectionFileInfo, MachineSettings, Seat, TableSettings } from '../../shared/table/turns'
import { api } from '../client'
import { savedEdit } from '../editing'
import { problemOf } from '../problem-of'
import { notify, useSession } from '../session'
import { Checkbox, Form, TextField } from '../ui/Field'
import { nameOf } from '../ui/names'
import { DirectionFields } from './DirectionFields'
import { faultsOf, formOf, settingsOf, TIERS, type TableForm } from './settings'
import { SeatLine } from './SeatLine'
import { settingsTexts as t } from './texts'
import { Button } from '../ui/Parts'
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
      notify('Saved. The table uses the new settings.')
    } catch (error) {
      setProblem(problemOf(error).message)
    }
    setBusy(false)
  }
  return (
    <Form className="settings-part" aria-labelledby="settings-campaign" onSubmit={() => void save()}>
      <h3 id="settings-campaign">This campaign</h3>
      <p className="hint">Stored in table.yaml, so these settings travel with the campaign. Each save is one beat.</p>
      <fieldset className="seats" aria-label="Seats">
        {[...people, 'default'].map((who) => (
          <SeatLine
            key={who}
            name={who === 'default' ? 'All other seats' : nameOf(actors, who)}
            seat={own(form.seats, who)}
            mayFollow={who !== 'default'}
            machine={machine}
            commands={commands}
            onChange={(assigned) => seat(who, assigned)}
          />
        ))}
      </fieldset>
      <h4>{t.direction}</h4>
      <p className="hint">Which files in direction/ steer this table. Models read them; a persona’s weights steer the built-in table too.</p>
      <DirectionFields
        form={form.direction}
        files={files}
        players={people.filter((who) => who !== 'DM').map((id) => ({ id, name: nameOf(actors, id) }))}
        onChange={(direction) => setForm({ ...form, direction })}
      />
      <TextField
        label="Cost cap"
        value={form.cap}
        hint="In US dollars, for the whole campaign. The table pauses at the cap. Leave empty for no cap."
        fault={faults['cap']}
        className="short"
        placeholder="–"
        onChange={(cap) => setForm({ ...form, cap })}
      />
      {SWITCHES.map((name) => (
        <Checkbox key={name} label={t[name]} hint={t[`${name}Hint`]} checked={form[name]} onChange={(on) => setForm({ ...form, [name]: on })} />
      ))}
      <TextField
        label="Model that judges narrations"
        value={form.judge}
        hint="Also looks for contradictions, when you start it in Problems. Problems shows the price first. Leave empty for no model."
        list="machine-models"
        placeholder="None"
        onChange={(judge) => setForm({ ...form, judge })}
      />
      <details className="settings-told" open={advanced} onToggle={(event) => setAdvanced(event.currentTarget.open)}>
        <summary>
          <ChevronRight size={13} aria-hidden="true" /> Advanced: size of the context
        </summary>
        <TextField
          label="Log lines in the context"
          value={form.k}
          hint="How many recent lines of the scene, 1 to 200."
          fault={faults['k']}
          className="short"
          onChange={(k) => setForm({ ...form, k })}
        />
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
        <span className="hint">Maximum size of each part, in tokens. Agents marks the pieces that did not fit.</span>
      </details>
      {(problem ?? readOnly) && (
        <p className="fault" role="alert">
          {problem ?? readOnly}
        </p>
      )}
      <footer className="form-foot">
        <Button
          label={busy ? t.saving : 'Save as a beat'}
          main
          submit
          disabled={busy || same || readOnly !== undefined || Object.keys(faults).length > 0}
        />
      </footer>
    </Form>
  )
}

/** Players who are missing from the party's order. */
function others(party: readonly string[], actors: Readonly<Record<string, { kind: string }>> | undefined): string[] {
  return Object.entries(actors ?? {}).flatMap(([id, { kind }]) => (kind === 'player' && !party.includes(id) ? [id] : []))
}
