import { useState, type ReactElement } from 'react'
import { slug } from '../../shared/story/names'
import { api } from '../client'
import { showProblem, useSession } from '../session'
import { Field } from '../ui/Field'
import { Button, Modal } from '../ui/Parts'
import { createCampaign } from '../operations'
import { CampaignForm, useBeginning } from './CampaignForm'
import { Folders } from './Folders'
import { createTexts as t } from './texts'

/** The dialog that creates a campaign: title, folder, seed and template. */
export function NewCampaignDialog({ onClose }: { onClose: () => void }): ReactElement {
  const host = useSession((s) => s.host)
  const beginning = useBeginning('')
  const [parent, setParent] = useState<string>()
  const [typed, setTyped] = useState<string>()
  const [template, setTemplate] = useState<'sample' | 'blank'>('sample')
  const [browsing, setBrowsing] = useState(false)
  const sample = beginning.bundled?.sample
  const from = sample ? template : 'blank'
  const base = parent ?? host?.home ?? ''
  const separator = base.includes('\\') ? '\\' : '/'
  const proposed = `${base}${base.endsWith(separator) ? '' : separator}${slug(beginning.title.trim() || 'my-campaign')}`
  const dir = typed ?? proposed

  const browse = async (): Promise<void> => {
    if (!host?.canPickFolder) return setBrowsing(true)
    try {
      const folder = await api.pickFolder.mutate()
      if (folder !== undefined) setTyped(folder)
    } catch (error) {
      showProblem(error)
    }
  }
  if (browsing) {
    return (
      <Folders
        accept="any"
        onClose={() => setBrowsing(false)}
        onChoose={(folder) => {
          setParent(folder)
          setTyped(undefined)
          setBrowsing(false)
        }}
      />
    )
  }
  return (
    <Modal title="New campaign" onClose={onClose}>
      <CampaignForm
        beginning={beginning}
        naming={{ placeholder: 'The Well, again', spellCheck: true }}
        place={
          <Field label="Folder" hint="A new or empty folder; it becomes a git repository.">
            {(tied) => (
              <div className="folders-path">
                <input {...tied} className="input mono" value={dir} spellCheck={false} required onChange={(event) => setTyped(event.target.value)} />
                <Button label="Browse…" onClick={() => void browse()} />
              </div>
            )}
          </Field>
        }
        canMake={dir.trim() !== ''}
        onMake={({ title, ...input }) => void createCampaign({ ...input, dir, template: from, ...(title ? { title } : {}) })}
        onClose={onClose}
      >
        <fieldset className="field choices">
          <legend>Start from</legend>
          {(['sample', 'blank'] as const).map((one) => (
            <label key={one} className={`choice ${from === one ? 'is-selected' : ''}`}>
              <input
                type="radio"
                name="template"
                value={one}
                checked={from === one}
                disabled={one === 'sample' && !sample}
                onChange={() => setTemplate(one)}
              />
              <b>{t[one]}</b>
              <span className="hint">
                {one === 'blank'
                  ? 'A starter world: a hero, two places and a question.'
                  : sample
                    ? `“${sample.title}”, ready to play.`
                    : 'This game has no sample.'}
              </span>
            </label>
          ))}
          {from === 'sample' && sample && <p className="hint premise">{opening(sample.premise)}</p>}
        </fieldset>
      </CampaignForm>
    </Modal>
  )
}

/** The first sentence of a premise. */
const opening = (premise: string): string => premise.trim().split(/(?<=[.!?])\s+/)[0] ?? ''
