import { useState, type ReactElement } from 'react'
import type { Theme } from '../../../shared/map-image/palette'
import { useSession } from '../../session'
import { Checkbox, Form, FormFoot } from '../../ui/Field'
import { Modal } from '../../ui/Parts'
import { isStateLoaded, saveMapImage, type MapImageOptions } from './save-image'
import { imageTexts as t } from './texts'
const TICKS: readonly { field: 'people' | 'words' | 'seenOnly'; hint?: string }[] = [
  { field: 'people' },
  { field: 'words', hint: 'Direction, duration, difficulty and risks.' },
  { field: 'seenOnly', hint: 'For players: leaves out the characters they don’t see, and how hard a journey is.' }
]

/** Asks for the options of the map image, and saves it. */
export function MapImageForm({ format, onClose }: { format: MapImageOptions['format']; onClose: () => void }): ReactElement {
  const isLoaded = useSession(isStateLoaded)
  const [options, setOptions] = useState<MapImageOptions>(() => {
    const { appearance, mapState } = useSession.getState()
    return { format, look: appearance.startsWith('light') ? 'light' : 'dark', people: true, words: true, seenOnly: mapState.fog }
  })
  return (
    <Modal title={t.titles[format]} onClose={onClose}>
      <Form
        onSubmit={() => {
          onClose()
          void saveMapImage(options)
        }}
      >
        <fieldset className="field bare">
          <legend>Theme</legend>
          {(['dark', 'light'] satisfies Theme[]).map((look) => (
            <label key={look} className="check">
              <input type="radio" name="picture-look" checked={options.look === look} onChange={() => setOptions({ ...options, look })} />
              <span>{t.looks[look]}</span>
            </label>
          ))}
        </fieldset>
        {TICKS.map(({ field, hint }) => (
          <Checkbox
            key={field}
            label={t[field]}
            hint={hint}
            checked={options[field]}
            onChange={(checked) => setOptions({ ...options, [field]: checked })}
          />
        ))}
        {!isLoaded && <output className="quiet">Reading the beat you are looking at…</output>}
        <FormFoot cancel="Close" onCancel={onClose} submit="Export" disabled={!isLoaded} />
      </Form>
    </Modal>
  )
}
