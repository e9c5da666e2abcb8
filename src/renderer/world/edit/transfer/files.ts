import type { MapFormat } from '../../../../shared/contract/world-edits'
import { slug } from '../../../../shared/story/names'
import { api } from '../../../client'
import { notify, useSession } from '../../../session'
import { pickFile } from '../../../ui/pick-file'
import { saveAs } from '../../../ui/save-as'
import { runCall } from '../../../run-call'
import { importMap } from '../edit-world'
import { formatOf } from '../../../fields/field-values'

const MAX_IMPORT_BYTES = 20 << 20

/** Asks for a file of this machine and imports its map. */
export function pickMap(): void {
  pickFile('.json,.graphml,.xml,application/json,application/xml', (file) => {
    if (file.size > MAX_IMPORT_BYTES) notify('This file is larger than 20 MB. Split it and import the parts.')
    else
      void runCall(async () => {
        const text = await file.text()
        await importMap(text, formatOf(file.name, text))
      })
  })
}

/** Saves the map at the cursor as a file. */
export async function saveMap(format: MapFormat, secrets: boolean): Promise<void> {
  const { cursor, present } = useSession.getState()
  const name = `${slug(present?.campaign.title ?? '')}-map.${format}`
  const saved = await runCall(async () => {
    const text = await api.exportWorld.query({ format, secrets, ...(cursor === undefined ? {} : { at: cursor }) })
    return saveAs(name, new Blob([text], { type: format === 'json' ? 'application/json' : 'application/xml' }))
  })
  if (saved !== undefined) notify(`Saved as ${saved}.`)
}
