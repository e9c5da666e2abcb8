import { Menu } from '@base-ui/react/menu'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { run } from '../../ui/commands'
import { Tip } from '../../ui/Parts'
import { byKeyboard } from '../../ui/Pick'
import { EXPORT_FORMATS, exportTexts as t } from './export-texts'

/** The menu of export formats. */
export function ExportMenu(): ReactElement {
  return (
    <Menu.Root>
      <Tip text={t.menu}>
        <Menu.Trigger className="icon-button small" aria-label={t.menu}>
          <Download size={14} />
        </Menu.Trigger>
      </Tip>
      <Menu.Portal>
        <Menu.Positioner className="menu-layer" sideOffset={6} align="end">
          <Menu.Popup className="menu" finalFocus={byKeyboard}>
            {EXPORT_FORMATS.map((format) => (
              <Menu.Item key={format} className="menu-item" onClick={() => run(`arrow.export.${format}`)}>
                {t.formats[format]}
              </Menu.Item>
            ))}
            <Menu.Item className="menu-item" onClick={() => run('arrow.import')}>
              {t.import.command}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
