// The configuration of electron-builder. Signing follows the environment; README.md has the variables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../scripts/setup.mjs'

const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const electron = read('node_modules/electron/package.json')
const { env } = process

/**
 * Where the app looks for updates: PROSCENIUM_UPDATES (the address of a folder with the files that packing writes), or the releases of the repository
 * whose workflow packs. Elsewhere there are none, and the app doesn't update itself.
 */
function publication() {
  const channel = read('package.json').version.includes('-') ? 'beta' : 'latest'
  if (env.PROSCENIUM_UPDATES) return { provider: 'generic', url: env.PROSCENIUM_UPDATES, channel }
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/')
  return repo ? { provider: 'github', owner, repo, channel } : null
}

/** @param stage the folder that contents.mjs filled @param electronDist an unpacked runtime to use instead of a download */
export const configuration = (stage, electronDist) => ({
  appId: 'app.proscenium.studio',
  productName: 'Proscenium',
  copyright: 'The Proscenium authors',
  electronVersion: electron.version,
  ...(electronDist ? { electronDist } : {}),
  directories: { app: join(stage, 'app'), output: join(ROOT, 'release'), buildResources: join(import.meta.dirname, 'icons') },
  files: ['**/*'],
  // A folder of this name is only copied if it is named.
  extraResources: ['.', 'node_modules'].map((folder) => ({ from: join(stage, 'beside', folder), to: folder })),
  asar: true,
  npmRebuild: false,
  electronLanguages: ['en-US'],
  publish: publication(),
  // Whoever tries beta versions also gets the finished ones.
  generateUpdatesFilesForAllChannels: true,
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
    // Both halves of the app have the native code of both processors.
    x64ArchFiles: '**/node_modules/@duckdb/**',
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
