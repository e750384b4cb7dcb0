/**
 * Cuts a site's brand pictures from its own: banner sections, grid, avatar, icons and the card that is shown when
 * the site is shared. `node scripts/pictures/brand.mjs [clay|patch]`, after the pictures. The share card is set in the
 * theme's type by Chromium (`CHROMIUM`, else the first that is installed).
 */
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const SITES = {
  clay: {
    sections: ['kiln-glow', 'test-tiles'], grid: ['tenmoku-bowl', 'iron-and-twig', 'crackle', 'moon-jar', 'tea-dark', 'bowl-stack'], signup: 'three-bottles',
    avatar: ['bowl-stack', { left: 330, top: 160, width: 760, height: 760 }],
    share: { theme: 'kiln', family: 'Fraunces', css: 'h1{font-size:92px;line-height:.96;letter-spacing:-.034em;font-weight:400;color:#2a211b}h1 em{font-weight:340}p{font:600 26px "Hanken Grotesk";color:#9a4324;margin-bottom:26px}.back{background-position:100% 62%;background-size:1290px}.copy{left:72px;top:176px}', title: 'Slow pots,<br><em>opened hot.</em>', line: 'Clay &amp; Kiln' },
  },
  patch: {
    sections: ['rack-above', 'stage'], grid: ['lissajous', 'rack-blue', 'ridges', 'crt', 'rack-red', 'torus'], signup: 'hero-tall',
    avatar: ['portrait', { left: 60, top: 30, width: 1080, height: 1080 }],
    share: { theme: 'rack', family: 'Archivo', css: 'h1{font-size:116px;line-height:.86;letter-spacing:-.05em;font-weight:700;font-stretch:125%;color:#f0efe9}p{font:620 26px Archivo;font-stretch:110%;color:#e8f23e;margin-bottom:26px}.back{background-size:cover;background-position:40% 40%;filter:brightness(.82)}.copy{left:56px;bottom:58px}.copy{text-shadow:0 2px 40px #000}', title: 'Noor<br>Halvorsen', line: 'Patchbay' },
  },
};
const jpeg = (image, to) => image.jpeg({ quality: 84, mozjpeg: true }).toFile(to);

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SITES)) {
  const site = SITES[name], to = (file) => `tenants/${name}/brand/${file}`, from = (picture) => (existsSync(to(`${picture}.jpg`)) ? to(`${picture}.jpg`) : `tenants/${name}/content/media/${picture}.jpg`);
  for (const [i, picture] of site.sections.entries()) await jpeg(sharp(from(picture)).resize(1200, 720, { fit: 'cover', position: 'attention' }), to(`section-${i + 1}.jpg`));
  for (const [i, picture] of site.grid.entries()) await jpeg(sharp(from(picture)).resize(800, 800, { fit: 'cover', position: 'centre' }), to(`grid-${i + 1}.jpg`));
  await jpeg(sharp(from(site.signup)).resize(1000, 1250, { fit: 'cover', position: 'centre' }), to('signup.jpg'));
  await jpeg(sharp(from(site.avatar[0])).extract(site.avatar[1]).resize(480, 480), to('avatar.jpg'));
  for (const [source, size, file] of [['icon', 48, 'favicon'], ['icon', 192, 'icon-192'], ['icon', 512, 'icon-512'], ['icon-maskable', 512, 'icon-maskable-512'], ['icon-maskable', 180, 'icon-touch-180']]) await sharp(to(`${source}.svg`), { density: 300 }).resize(size, size).png({ palette: true, compressionLevel: 9 }).toFile(to(`${file}.png`));
  await shareCard(site.share, from('hero'), to('share.jpg'));
  console.log(`${name}: brand pictures are cut.`);
}

async function shareCard({ theme, css, title, line }, picture, file) {
  const data = (path, type) => `data:${type};base64,${readFileSync(path).toString('base64')}`;
  const faces = JSON.parse(readFileSync(`themes/${theme}/theme.json`, 'utf8')).fonts.map((f) => `@font-face{font-family:"${f.family}";font-style:${f.style};font-weight:${f.weight};${f.stretch ? `font-stretch:${f.stretch};` : ''}src:url(${data(`themes/${theme}/${f.file}`, 'font/woff2')})}`).join('');
  const family = JSON.parse(readFileSync(`themes/${theme}/theme.json`, 'utf8')).typography.display.family;
  const html = `<!doctype html><style>${faces}*{margin:0}body{width:1200px;height:630px;overflow:hidden;position:relative}.back{position:absolute;inset:0;background-image:url(${data(picture, 'image/jpeg')});background-repeat:no-repeat}.copy{position:absolute;font-family:"${family}"}${css}</style><div class="back"></div><div class="copy"><p>${line}</p><h1>${title}</h1></div>`;
  const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await jpeg(sharp(await page.screenshot()), file);
  await browser.close();
}
