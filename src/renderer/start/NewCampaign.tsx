import { useState, type ReactElement } from 'react'
import { slug } from '../../shared/names'
import { api } from '../client'
import { tell, useSession } from '../session'
import { Field, SelectField, TextField } from '../ui/Field'
import { Modal } from '../ui/Parts'
import { texts } from '../ui/texts'
import { createCampaign } from '../verbs'
import { Folders } from './Folders'

const t = texts.create

/** The dialog that makes a campaign: title, folder, seed, and what to start from. */
export function NewCampaignDialog({ onClose }: { onClose: () => void }): ReactElement {
  const host = useSession((s) => s.host)
  const busy = useSession((s) => s.busy > 0)
  const [title, setTitle] = useState('')
  const [parent, setParent] = useState<string>()
  const [typed, setTyped] = useState<string>()
  const [seed, setSeed] = useState('1')
  const [template, setTemplate] = useState<'sample' | 'blank'>('sample')
  const [game, setGame] = useState('cairn-hack')
  const [browsing, setBrowsing] = useState(false)
  const games = host?.games ?? []
  const chosen = games.find(({ id }) => id === game)
  const sample = chosen?.sample
  const from = sample ? template : 'blank'
  const base = parent ?? host?.home ?? ''
  const separator = base.includes('\\') ? '\\' : '/'
  const proposed = `${base}${base.endsWith(separator) ? '' : separator}${slug(title.trim() || 'my-campaign')}`
  const dir = typed ?? proposed

  const browse = async (): Promise<void> => {
    if (!host?.canPickFolder) return setBrowsing(true)
    try {
      const found = await api.pickFolder.mutate()
      if (found !== undefined) setTyped(found)
    } catch (error) {
      tell(error)
    }
  }
  if (browsing) {
    return (
      <Folders
        accept="any"
        onClose={() => setBrowsing(false)}
        onChoose={(found) => {
          setParent(found)
          setTyped(undefined)
          setBrowsing(false)
        }}
      />
    )
  }
  return (
    <Modal title={t.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void createCampaign({ dir, game, seed: seed.trim() || '1', template: from, ...(title.trim() ? { title: title.trim() } : {}) })
        }}
      >
        <TextField label={t.name} value={title} maxLength={120} placeholder={t.nameHint} spellCheck onChange={setTitle} />
        <Field label={t.dir} hint={t.dirHint}>
          {(tied) => (
            <div className="folders-path">
              <input {...tied} className="input mono" value={dir} spellCheck={false} required onChange={(event) => setTyped(event.target.value)} />
              <button type="button" className="button" onClick={() => void browse()}>
                {t.browse}
              </button>
            </div>
          )}
        </Field>
        <SelectField
          label={t.game}
          hint={chosen?.about}
          value={game}
          options={games.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setGame}
        />
        <fieldset className="field choices">
          <legend>{t.from}</legend>
          {(['sample', 'blank'] as const).map((one) => (
            <label key={one} className={`choice ${from === one ? 'chosen' : ''}`}>
              <input
                type="radio"
                name="template"
                value={one}
                checked={from === one}
                disabled={one === 'sample' && !sample}
                onChange={() => setTemplate(one)}
              />
              <b>{t[one]}</b>
              <span className="hint">{one === 'blank' ? t.blankHint : sample ? t.sampleHint(sample.title) : t.noSampleHint}</span>
            </label>
          ))}
          {from === 'sample' && sample && <p className="hint premise">{opening(sample.premise)}</p>}
        </fieldset>
        <TextField label={t.seed} hint={t.seedHint} mono className="seed" value={seed} maxLength={200} onChange={setSeed} />
        <footer className="form-foot">
          <button type="button" className="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" className="button main" disabled={busy || !dir.trim()}>
            {busy ? t.making : t.make}
          </button>
        </footer>
      </form>
    </Modal>
  )
}

/** The first sentence of a premise. */
const opening = (premise: string): string => premise.trim().split(/(?<=[.!?])\s+/)[0] ?? ''
