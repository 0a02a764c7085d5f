import type { Sentences } from "../shared/sentences.ts";

/** What a shape says of a field, by its English sentence. */
export const spanishFields: Record<string, string> = {
  "Must select an option": "Elija una opción",

  "First name is required": "El nombre es obligatorio",
  "Last name is required": "El apellido es obligatorio",
  "Email is required": "El correo electrónico es obligatorio",
  "Please enter a valid email": "Escriba un correo electrónico válido",
  "Phone number is required": "El número de teléfono es obligatorio",
  "Business phone number is required": "El teléfono de la empresa es obligatorio",
  "Must be a valid USA phone number": "Debe ser un número de teléfono válido de EE. UU.",

  "Business name is required": "El nombre de la empresa es obligatorio",
  "Business name can only contain alphanumeric characters, spaces, hyphens, apostrophes, periods, and diacritics":
    "El nombre de la empresa solo puede tener letras, números, espacios, guiones, apóstrofos, puntos y signos diacríticos",
  "Website is required": "El sitio web es obligatorio",
  "Must be a valid url": "Debe ser una dirección web válida",

  "Address line 1 is required": "La línea 1 de la dirección es obligatoria",
  "Address cannot be a PO Box": "La dirección no puede ser un apartado postal",
  "City is required": "La ciudad es obligatoria",
  "State is requried": "El estado es obligatorio",
  "Country is required": "El país es obligatorio",
  "Sorry, we do not serve your region at this time.": "Lo sentimos, por ahora no atendemos su región.",
  "Zip code is required": "El código postal es obligatorio",
  "Zip code must be 5 digits": "El código postal debe tener 5 dígitos",
  "Please use at most 200 characters": "Use 200 caracteres como máximo",

  "Credit Score Range is required": "El rango de puntaje crediticio es obligatorio",
  "Minimum Business Age is required": "La antigüedad mínima de la empresa es obligatoria",
  "Businesses Cash Balance is required": "El saldo en efectivo de la empresa es obligatorio",

  "Please enter the 6-digit code": "Escriba el código de 6 dígitos",
};

const apology = "Ocurrió un error. Comuníquese con nosotros o inténtelo más tarde. Disculpe las molestias.";

/** What the server refuses with, by the code that the portal is answered. */
export const spanishRefusals: Record<string, string> = {
  VALIDATION_FAILED: "Algunos campos necesitan atención.",
  NOT_SIGNED_IN: "Inicie sesión de nuevo.",
  INVALID_SESSION_TOKEN_EXCEPTION: "El token de sesión no es válido.",
  CONNECT_TOKEN_INVALID: "Este token de conexión ya se usó o venció.",
  NOT_ALLOWED: "No tiene permiso para hacer eso.",
  ORIGIN_NOT_ALLOWED: "Esta página no está entre las que registró la plataforma.",
  DIRECT_USER_EMAIL_NOT_UNIQUE_EXCEPTION:
    "Varios usuarios comparten este correo, así que no sirve para iniciar sesión aquí.",
  OPEN_ENROLLMENT_DISABLED_EXCEPTION: "Este programa es solo por invitación.",
  INVALID_OTP_CODE_EXCEPTION: "Ese código no es correcto o ya venció.",
  TOO_MANY_OTP_ATTEMPTS_EXCEPTION: "Demasiados intentos. Pida un código nuevo más tarde.",
  NOT_FOUND: "No lo encontramos.",
  BUSINESS_NOT_FOUND_EXCEPTION: "No existe esa empresa.",
  USER_DOES_NOT_EXIST_EXCEPTION: "No existe ese usuario.",
  USER_EMAIL_ALREADY_EXIST_EXCEPTION: "Ya existe un usuario con este correo. Pruebe con otro.",
  BUSINESS_NAME_ALREADY_EXIST_EXCEPTION: "Esta empresa ya existe. Continúe con una empresa nueva.",
  PRIMARY_OWNER_TAKEN: "Esta empresa ya tiene un dueño principal.",
  STEP_NOT_CURRENT_EXCEPTION: "Este paso ya no está abierto.",
  PRODUCT_NOT_ENABLED: "Su programa no incluye esto.",
  BUSY: "Lo mismo se está haciendo en este momento.",
  TOO_LARGE: "La solicitud es demasiado grande.",
  RATE_LIMITED: "Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.",
  INTERNAL: apology,
  UNAVAILABLE: apology,
};

export const spanishSentences: Sentences = {
  field: (english) => spanishFields[english] ?? english,
  // A refusal that nobody put into Spanish yet is better said plainly than in another language.
  refusal: (code) => spanishRefusals[code] ?? apology,
};
