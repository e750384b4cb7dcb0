import type { CardError } from './card-rules.ts';

export interface FieldTexts {
  readonly title: string;
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly cvv: string;
  readonly failed: string;
  readonly errors: Readonly<Record<CardError, string>>;
}

export const texts: Readonly<Record<string, FieldTexts>> = {
  en: {
    title: 'Card details',
    number: 'Card number',
    month: 'Month',
    year: 'Year',
    cvv: 'CVV',
    failed: 'Your card could not be read just now. Nothing was charged. Please try again.',
    errors: {
      'card-number-required': 'Please enter a card number.',
      'card-number-digits': 'Please enter a valid card number (Only numbers allowed)',
      'card-number-invalid': 'Please enter a valid card number.',
      'card-type-invalid': 'Invalid payment card type.',
      'card-cvv-required': 'Please enter a cvv.',
      'card-cvv-invalid': 'Please enter a valid cvv.',
      'card-month-required': 'Please select month.',
      'card-year-required': 'Please select year.',
      'card-expired': 'This card has expired.',
    },
  },
  ar: {
    title: 'بيانات البطاقة',
    number: 'رقم البطاقة',
    month: 'الشهر',
    year: 'السنة',
    cvv: 'رمز التحقق (CVV)',
    failed: 'تعذّرت قراءة بطاقتك الآن. لم يُخصم أي مبلغ. يُرجى المحاولة مرة أخرى.',
    errors: {
      'card-number-required': 'يُرجى إدخال رقم البطاقة.',
      'card-number-digits': 'يُرجى إدخال رقم بطاقة صحيح (أرقام فقط)',
      'card-number-invalid': 'يُرجى إدخال رقم بطاقة صحيح.',
      'card-type-invalid': 'نوع بطاقة الدفع غير صالح.',
      'card-cvv-required': 'يُرجى إدخال رمز التحقق (CVV).',
      'card-cvv-invalid': 'يُرجى إدخال رمز تحقق (CVV) صحيح.',
      'card-month-required': 'يُرجى اختيار الشهر.',
      'card-year-required': 'يُرجى اختيار السنة.',
      'card-expired': 'انتهت صلاحية هذه البطاقة.',
    },
  },
  es: {
    title: 'Datos de la tarjeta',
    number: 'Número de tarjeta',
    month: 'Mes',
    year: 'Año',
    cvv: 'CVV',
    failed: 'No se pudo leer tu tarjeta. No se cobró nada. Inténtalo de nuevo.',
    errors: {
      'card-number-required': 'Introduce un número de tarjeta.',
      'card-number-digits': 'Introduce un número de tarjeta válido (solo se permiten números)',
      'card-number-invalid': 'Introduce un número de tarjeta válido.',
      'card-type-invalid': 'Tipo de tarjeta no válido.',
      'card-cvv-required': 'Introduce el código de seguridad.',
      'card-cvv-invalid': 'Introduce un código de seguridad válido.',
      'card-month-required': 'Selecciona el mes.',
      'card-year-required': 'Selecciona el año.',
      'card-expired': 'Esta tarjeta ha caducado.',
    },
  },
  de: {
    title: 'Kartendaten',
    number: 'Kartennummer',
    month: 'Monat',
    year: 'Jahr',
    cvv: 'CVV',
    failed: 'Deine Karte konnte gerade nicht gelesen werden. Es wurde nichts berechnet. Bitte versuche es noch einmal.',
    errors: {
      'card-number-required': 'Bitte gib eine Kartennummer ein.',
      'card-number-digits': 'Bitte gib eine gültige Kartennummer ein (nur Ziffern erlaubt)',
      'card-number-invalid': 'Bitte gib eine gültige Kartennummer ein.',
      'card-type-invalid': 'Ungültiger Kartentyp.',
      'card-cvv-required': 'Bitte gib den Sicherheitscode ein.',
      'card-cvv-invalid': 'Bitte gib einen gültigen Sicherheitscode ein.',
      'card-month-required': 'Bitte wähle den Monat.',
      'card-year-required': 'Bitte wähle das Jahr.',
      'card-expired': 'Diese Karte ist abgelaufen.',
    },
  },
  fr: {
    title: 'Données de la carte',
    number: 'Numéro de carte',
    month: 'Mois',
    year: 'Année',
    cvv: 'CVV',
    failed: 'Votre carte n’a pas pu être lue. Rien n’a été débité. Veuillez réessayer.',
    errors: {
      'card-number-required': 'Veuillez saisir un numéro de carte.',
      'card-number-digits': 'Veuillez saisir un numéro de carte valide (chiffres uniquement)',
      'card-number-invalid': 'Veuillez saisir un numéro de carte valide.',
      'card-type-invalid': 'Type de carte non valide.',
      'card-cvv-required': 'Veuillez saisir le cryptogramme.',
      'card-cvv-invalid': 'Veuillez saisir un cryptogramme valide.',
      'card-month-required': 'Veuillez choisir le mois.',
      'card-year-required': 'Veuillez choisir l’année.',
      'card-expired': 'Cette carte a expiré.',
    },
  },
  pt: {
    title: 'Dados do cartão',
    number: 'Número do cartão',
    month: 'Mês',
    year: 'Ano',
    cvv: 'CVV',
    failed: 'Seu cartão não pôde ser lido agora. Nada foi cobrado. Tente de novo.',
    errors: {
      'card-number-required': 'Digite um número de cartão.',
      'card-number-digits': 'Digite um número de cartão válido (somente números)',
      'card-number-invalid': 'Digite um número de cartão válido.',
      'card-type-invalid': 'Tipo de cartão inválido.',
      'card-cvv-required': 'Digite o código de segurança.',
      'card-cvv-invalid': 'Digite um código de segurança válido.',
      'card-month-required': 'Selecione o mês.',
      'card-year-required': 'Selecione o ano.',
      'card-expired': 'Este cartão venceu.',
    },
  },
};

export function textsFor(locale: string): { lang: string; dir: 'ltr' | 'rtl'; texts: FieldTexts } {
  const lang = locale.toLowerCase().split('-')[0] ?? 'en';
  const found = Object.hasOwn(texts, lang) ? texts[lang] : undefined;
  if (!found) return { lang: 'en', dir: 'ltr', texts: texts.en as FieldTexts };
  return { lang, dir: lang === 'ar' ? 'rtl' : 'ltr', texts: found };
}
