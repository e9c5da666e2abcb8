import { useState, type ReactElement } from 'react'
import type { Look } from '../../../shared/map-picture/palette'
import { useSession } from '../../session'
import { Modal } from '../../ui/Parts'
import { isThere, savePicture, type PictureWish } from './save-picture'
import { pictureTexts as t } from './texts'

const TICKS: readonly { field: 'people' | 'words' | 'seenOnly'; hint?: string }[] = [
  { field: 'people' },
  { field: 'words', hint: t.wordsHint },
  { field: 'seenOnly', hint: t.seenOnlyHint }
]

/** Asks how a picture of the map is to look, and saves it. */
export function PictureForm({ format, onClose }: { format: PictureWish['format']; onClose: () => void }): ReactElement {
  const there = useSession(isThere)
  const [wish, setWish] = useState<PictureWish>(() => {
    const { look, mapState } = useSession.getState()
    return { format, look: look.startsWith('light') ? 'light' : 'dark', people: true, words: true, seenOnly: mapState.fog }
  })
  return (
    <Modal title={t.titles[format]} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          void savePicture(wish)
        }}
      >
        <fieldset className="field bare">
          <legend>{t.look}</legend>
          {(['dark', 'light'] satisfies Look[]).map((look) => (
            <label key={look} className="check">
              <input type="radio" name="picture-look" checked={wish.look === look} onChange={() => setWish({ ...wish, look })} />
              <span>{t.looks[look]}</span>
            </label>
          ))}
        </fieldset>
        {TICKS.map(({ field, hint }) => (
          <label key={field} className="check">
            <input type="checkbox" checked={wish[field]} onChange={(event) => setWish({ ...wish, [field]: event.target.checked })} />
            <span>
              {t[field]}
              {hint !== undefined && <small>{hint}</small>}
            </span>
          </label>
        ))}
        {!there && <output className="quiet">{t.reading}</output>}
        <footer className="form-foot">
          <button type="button" className="button" onClick={onClose}>
            {t.leave}
          </button>
          <button type="submit" className="button main" disabled={!there}>
            {t.save}
          </button>
        </footer>
      </form>
    </Modal>
  )
}
