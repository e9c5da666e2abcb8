// The configuration of electron-builder. Signing follows the environment; README.md has the variables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../scripts/setup.mjs'

const electron = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8'))
const { env } = process

/** @param stage the folder that contents.mjs filled @param electronDist an unpacked runtime to use instead of a download */
export const configuration = (stage, electronDist) => ({
  appId: 'app.proscenium.studio',
  productName: 'Proscenium',
  copyright: 'The Proscenium authors',
  electronVersion: electron.version,
  ...(electronDist ? { electronDist } : {}),
  directories: { app: join(stage, 'app'), output: join(ROOT, 'release'), buildResources: join(import.meta.dirname, 'icons') },
  files: ['**/*'],
  extraResources: [{ from: join(stage, 'beside'), to: '.' }],
  asar: true,
  npmRebuild: false,
  electronLanguages: ['en-US'],
  publish: null,
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true
  },
  fileAssociations: [{ ext: 'arrow', name: 'Arrow document', description: 'Arrow document', mimeType: 'application/x-arrow', role: 'Editor' }],
  protocols: [{ name: 'Proscenium', schemes: ['proscenium'] }],
  linux: {
    target: ['AppImage', 'deb', 'rpm'],
    icon: '.',
    category: 'Development',
    executableName: 'proscenium',
    syncDesktopName: true,
    synopsis: 'A studio for narrative designers',
    // Folders are not among the types: some desktops would open every folder with Proscenium.
    maintainer: env.PROSCENIUM_MAINTAINER || 'The Proscenium authors <authors@proscenium.invalid>'
  },
  mac: {
    target: ['dmg', 'zip'].map((target) => ({ target, arch: ['universal'] })),
    icon: 'icon.icns',
    category: 'public.app-category.developer-tools',
    hardenedRuntime: true,
    entitlements: join(import.meta.dirname, 'entitlements.plist'),
    entitlementsInherit: join(import.meta.dirname, 'entitlements.plist'),
    notarize: Boolean(env.APPLE_API_KEY || env.APPLE_ID || env.APPLE_KEYCHAIN_PROFILE),
    extendInfo: {
      // A folder can be dropped on the app's icon, and opened with it.
      CFBundleDocumentTypes: [
        { CFBundleTypeName: 'Campaign folder', CFBundleTypeRole: 'Editor', LSHandlerRank: 'Alternate', LSItemContentTypes: ['public.folder'] }
      ]
    }
  },
  win: { target: ['nsis', 'zip'], icon: 'icon.ico' },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true, include: join(import.meta.dirname, 'folders.nsh') }
})
