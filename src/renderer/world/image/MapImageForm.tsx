import type { Command } from '../../ui/commands'
import { useState, type ReactElement } from 'react'
import { type Theme, coloursOf } from '../../../shared/map-image/palette'
import { useSession, loreAtCursor, notify, type Session, updateMap } from '../../session'
import { Checkbox, Form, FormFoot } from '../../ui/Field'
import { Modal } from '../../ui/Parts'
import { atOnce } from '../../../shared/map/layout/at-once'
import { settled, unknown } from '../../../shared/map/layout/settle'
import { drawMapImage, type ImageOptions } from '../../../shared/map-image/map-image'
import { type MapImage, portraitsIn, withPortraits } from '../../../shared/map-image/shape'
import { svgOf } from '../../../shared/map-image/svg'
import { mapImageTexts as mapWords } from '../../../shared/map-image/texts'
import { slug } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import { readPortraits } from '../../ui/pictures'
import { saveAs } from '../../ui/save-as'
import { runCall } from '../../run-call'
import { foldedRegions } from '../folded-regions'
import { useLayoutState } from '../layout/spots'
import { pngOf } from '../../ui/paint-image'

const t = {
  commands: { svg: 'Export map as SVG…', png: 'Export map as PNG…' },
  titles: { svg: 'Export map as SVG', png: 'Export map as PNG' },
  looks: { dark: 'Dark, as on a screen', light: 'Light, for paper' } as const,
  people: 'Show characters',
  words: 'Label journeys',
  seenOnly: 'Only what the party has seen',
  saved: (name: string): string => `Saved as ${name}.`
} as const

/** The commands that export an image of the map. */
export const imageCommands: readonly Command[] = (['svg', 'png'] as const).map((format) => ({
  id: `map.${format}`,
  group: 'World',
  label: t.commands[format],
  when: () => useSession.getState().present !== undefined,
  run: () => updateMap({ question: { what: 'picture', format } })
}))

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

interface MapImageOptions extends Pick<ImageOptions, 'people' | 'words' | 'seenOnly'> {
  format: 'svg' | 'png'
  look: Theme
}

const isStateLoaded = ({ snapshot, cursor, present }: Session): boolean => snapshot !== undefined && snapshot.commit === (cursor ?? present?.head)

/** The map as in view: places at their positions, folded regions as cards. */
async function imageNow(options: MapImageOptions): Promise<MapImage | undefined> {
  const session = useSession.getState()
  const { snapshot, present } = session
  if (!snapshot) return undefined
  const { state } = snapshot
  const { base } = useLayoutState.getState()
  const hand = new Map(Object.entries(loreAtCursor(session)?.map ?? {}))
  const spots = settled(state, hand, unknown(state, hand, base) ? atOnce(state) : base)
  const { portraits } = loreAtCursor(session) ?? {}
  const image = drawMapImage(present?.campaign.title ?? '', state, spots, { ...options, portraits, folded: new Set(foldedRegions()) })
  return withPortraits(image, await readPortraits(portraitsIn(image)))
}

async function saveMapImage(options: MapImageOptions): Promise<void> {
  const { present } = useSession.getState()
  const name = `${slug(present?.campaign.title ?? '')}-map.${options.format}`
  await runCall(async () => {
    const image = await imageNow(options)
    if (!image) return
    const colours = coloursOf(options.look)
    if (options.format === 'svg') {
      const file = await saveAs(name, new Blob([svgOf(image, colours)], { type: 'image/svg+xml' }))
      if (file !== undefined) notify(t.saved(file))
      return
    }
    const painted = await pngOf(image, colours)
    if (!painted) throw new Problem('refused', 'This machine can’t paint a map this large. Export it as SVG instead.')
    const file = await saveAs(name, painted.png)
    if (file === undefined) return
    const saved =
      painted.scale < 1
        ? `Saved as ${file}, at ${Math.max(1, Math.round(painted.scale * 100))} % of its size, because this machine can’t paint a larger image. SVG has no such limit.`
        : t.saved(file)
    // An SVG shows them as tooltips of the lines.
    notify(image.unlabelled > 0 ? `${saved} ${mapWords.unlabelled(image.unlabelled)}` : saved)
  })
}
